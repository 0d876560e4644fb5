import Foundation
import Testing
import TodoDomain

@Suite("Guards of quick add")
struct QuickAddGuardTests {
    @Test("there is a line for each guard, and none twice")
    func all() {
        #expect(Self.lines.map(\.0) == QuickAdd.guardNames)
    }

    @Test("each decides about its line, which is left or told", arguments: lines)
    func decides(name: String, line: String) throws {
        let (now, zone) = (try moment(QuickAddCorpus.now), try zone(zurich))
        #expect(try QuickAdd.guards(in: line, now: now, zone: zone).contains(name))
    }

    private static let lines = [
        ("after a title", "Send flowers to Mrs. Friday"),
        ("friday the 13th", "Friday the 13th"),
        ("nothing else", "Today"),
        ("a named day", "Watch Freaky Friday"),
        ("after a possessive", "Listen to Beethoven's 9th"),
        ("sat as a verb", "Find out where the cat sat"),
        ("the sun", "Buy sun cream"),
        ("wed as a verb", "Get wed in june"),
        ("tom as a name", "do tom"),
        ("tom that may be a name", "Pack tom 5pm"),
        ("before a capital", "Call April Smith"),
        ("capitals in a title", "Read Daily Mail"),
        ("a unit with a capital", "Watch Around the World in 80 Days"),
        ("Daily with a capital", "Gym Mondays"),
        ("a title that is read or seen", "Sing Yesterday"),
        ("a title of something", "Subscribe to USA Today"),
        ("several words with capitals", "Gym Every Monday"),
        ("a second day of a name", "watch Wednesday Addams on Friday"),
        ("mid- and a month alone", "mid-may party"),
        ("a short weekday as a word", "mon repos"),
        ("yesterday in a title", "Play Yesterday on the piano"),
        ("look at", "look at 5"),
        ("the 4th of July", "Plan the 4th of July party"),
        ("a short weekday that may be a name", "Fix Sat nav"),
        ("a month alone", "March for climate"),
        ("a range of numbers", "Call Bob 3-4 times"),
        ("a doubt after an article", "Plan the Easter Monday hike"),
        ("numbers after a name", "Fix Swift 3/11 today"),
        ("numbers after what is counted", "bus 3/11"),
        ("fractions", "Buy 3/4 inch pipe"),
        ("24/7", "Check 9/11 memorial opening"),
        ("numbers before a word", "Paint 3/11 doors"),
        ("a doubt in a title", "Rugby League This Week"),
        ("last before a noun", "Fix this week menu"),
        ("a doubt", "Buy milk Q2"),
        ("a phrase in a title", "Fix USA Today"),
        ("words of a title that is read or seen", "Read about Henry the 8th"),
        ("capitals before and in it", "Visit USA Tomorrow soon"),
        ("a name that is read or seen", "Watch High Noon"),
        ("stop by", "Stand by friday"),
        ("for a day", "Deliver cake for friday 5pm"),
        ("after an article", "The 5th Wave"),
        ("after a hanging word", "Move standup to 5pm"),
        ("after a sign", "Meet Ann + friday"),
        ("2x daily", "Situps 2x daily"),
        ("after not", "Don't call before 9am"),
        ("after what somebody says", "Email HR that I'm off on friday"),
        ("a day that has passed", "Buy milk 5.4.2026"),
        ("31.12. alone", "Rate 5 5/5"),
        ("24/12/26 of something", "flat 24/12/26"),
        ("15th alone", "Visit 5th floor"),
        ("15th of what is read or seen", "Watch lecture notes 15th"),
        ("the 15th alone", "Take the 4th exit"),
        ("a feast alone", "Plan christmas dinner menu"),
        ("in the morning", "Jump in the morning"),
        ("noon and 24h alone", "Le Mans 24h"),
        ("an hour in words", "Meet Tim half past four"),
        ("25:00", "Pay bill at 25:00"),
        ("14.30 alone", "Jog 14.30"),
        ("17:00 alone", "Score 17:00"),
        ("a range without a day", "Work 9:00-17:00"),
        ("17h before a word", "Race at 17h run"),
        ("a time in a title that is read or seen", "Watch Noon at 5pm"),
        ("5pm before a noun", "9am alarm"),
        ("at 5 before a word", "Meet Ann at 5 sharp"),
        ("an hour of either half of the day", "Dinner at 8"),
        ("a time after midnight", "Call mom tonight at 2"),
        ("a range with two meanings", "Meet friday 3:00-2:00"),
        ("first, before a noun", "weekly report"),
        ("weekdays as a noun", "weekdays and holidays of the city"),
        ("before a noun", "Fix daily build"),
        ("before or", "Meet tomorrow or later"),
        ("a time before to", "Open at 9am to 5pm"),
        ("daily as an adjective", "Read Publishers weekly"),
        ("a question", "Buy milk tomorrow?"),
    ]
}
