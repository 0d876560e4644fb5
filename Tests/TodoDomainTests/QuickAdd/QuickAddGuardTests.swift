import Foundation
import Testing
import TodoDomain

@Suite("Guards of quick add")
struct QuickAddGuardTests {
    @Test("there is a line for each guard, and none twice")
    func all() {
        #expect(Self.lines.map(\.0) == QuickAdd.guardNames)
    }

    @Test("each decides about its line, which would be heard or told otherwise without it", arguments: lines)
    func decides(name: String, line: String) throws {
        let (now, zone) = (try moment(QuickAddCorpus.now), try zone(zurich))
        #expect(try QuickAdd.guards(in: line, now: now, zone: zone).contains(name))
        let draft = try QuickAdd.parse(line, now: now, zone: zone, names: QuickAdd.Names())
        let without = try QuickAdd.parse(line, without: name, now: now, zone: zone)
        #expect(draft != without, "\(draft.title), \(draft.hints.map(\.message))")
    }

    private static let lines = [
        ("after a title", "Send flowers to Mrs. Friday"),
        ("friday the 13th", "friday the 13th party"),
        ("nothing else", "Tomorrow at 5pm"),
        ("a named day", "Good Friday"),
        ("after a possessive", "Visit Bob's friday"),
        ("sat as a verb", "Find out where the cat sat"),
        ("the sun", "Buy sun"),
        ("wed as a verb", "Get wed in june"),
        ("tom as a name", "do tom"),
        ("tom that may be a name", "Pack tom 5pm"),
        ("before a capital", "Tonight Show clip"),
        ("capitals in a title", "Every Monday Blues"),
        ("a unit with a capital", "Run in 5 Days"),
        ("Daily with a capital", "Gym Mondays"),
        ("a title that is read or seen", "Sing Tomorrow from Annie"),
        ("a title of something", "Holiday Next Friday"),
        ("several words with capitals", "watch The Day After Tomorrow on saturday"),
        ("a second day of a name", "watch Wednesday Addams on Friday"),
        ("mid- and a month alone", "mid-may party"),
        ("a short weekday as a word", "mon repos"),
        ("yesterday in a title", "Play Yesterday on the piano"),
        ("look at", "look at 5"),
        ("the 4th of July", "Plan the 4th of July party"),
        ("a short weekday that may be a name", "Fix sat"),
        ("a month alone", "March for climate"),
        ("a range of numbers", "meet 3-4"),
        ("a doubt after an article", "Plan the Easter Monday hike"),
        ("numbers after a name", "Python 3-4"),
        ("numbers after what is counted", "bus 3/11"),
        ("fractions", "Cut board by 3/4 inch"),
        ("24/7", "check 9/11"),
        ("numbers before a word", "Paint 3/11 doors"),
        ("week 4 of something", "Week 4 of couch to 5k"),
        ("a doubt in a title", "Rugby League This Week"),
        ("last before a noun", "Fix this week menu"),
        ("a doubt", "Buy milk Q2"),
        ("extend the deadline", "extend the deadline friday"),
        ("a phrase in a title", "Fix USA Today"),
        ("capitals before and in it", "Visit USA Tomorrow soon"),
        ("a name that is read or seen", "see Monday"),
        ("stop by", "Stand by friday"),
        ("for a day", "clean that monday"),
        ("after this or last", "this friday"),
        ("after a hanging word", "Move standup to 5pm"),
        ("after a sign", "Meet Ann + friday"),
        ("2x daily", "Situps 2x daily"),
        ("after not", "Don't call before 9am"),
        ("maybe", "see Kai maybe friday"),
        ("after what somebody says", "Email HR that I'm off on friday"),
        ("a length before something", "check in 24h before flight"),
        ("a day that has passed", "Buy milk 5.4.2026"),
        ("31.12. alone", "Rate 5 5/5"),
        ("24/12/26 of something", "flat 24/12/26"),
        ("15th alone", "Visit 5th floor"),
        ("on 5th Avenue", "visit the shop on 5th Avenue"),
        ("15th of what is read or seen", "Watch lecture notes 15th"),
        ("the 15th alone", "Take the 4th exit"),
        ("a feast alone", "Plan christmas dinner menu"),
        ("in the morning", "Jump in the morning"),
        ("noon and 24h alone", "Le Mans 24h"),
        ("an hour in words", "ten o'clock news"),
        ("25:00", "Pay bill at 25:00"),
        ("14.30 alone", "Jog 14.30"),
        ("17:00 alone", "Score 17:00"),
        ("a range without a day", "Work 9:00-17:00"),
        ("17h before a word", "Race at 17h run"),
        ("a time in a title that is read or seen", "Watch Noon at 5pm"),
        ("5pm before a noun", "9am alarm"),
        ("an hour of either half of the day", "Dinner at 8"),
        ("a time after midnight", "Call mom tonight at 2"),
        ("a range with two meanings", "Meet friday 3:00-2:00"),
        ("10 to 12 of something", "Invite friday 10 to 12 guests"),
        ("first, before a noun", "Friday roast"),
        ("weekdays as a noun", "weekdays and holidays of the city"),
        ("before a noun", "Buy Sunday roast"),
        ("before or", "Meet tomorrow or later"),
        ("a time before to", "Open at 9am to 5pm"),
        ("daily as an adjective", "Read Publishers weekly"),
        ("a question", "Buy milk tomorrow?"),
    ]
}
