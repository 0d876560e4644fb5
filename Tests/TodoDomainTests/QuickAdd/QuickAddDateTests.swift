import Foundation
import Testing
import TodoDomain

/// On Saturday, 21 November 2026, at 10:30 in Zurich.
@Suite("Dates in a line, and what only looks like one")
struct QuickAddDateTests {
    private func check(_ line: String, _ title: String, _ values: String) throws {
        let draft = try QuickAddTests.parse(line)
        #expect(
            draft.title == title && QuickAddTests.values(draft) == values,
            "\(draft.title): \(QuickAddTests.values(draft))")
    }

    @Test(
        "what is evidently a date is one",
        arguments: [
            ("Dentist tomorrow at 9", "Dentist", "due 2026-11-22T08:00:00.000Z"),
            ("Call fri at 9", "Call", "due 2026-11-27T08:00:00.000Z"),
            ("Meet at 17 tomorrow", "Meet", "due 2026-11-22T16:00:00.000Z"),
            ("Party tonight at 8", "Party", "due 2026-11-21T19:00:00.000Z"),
            ("Call Bob 5 pm", "Call Bob", "due 2026-11-21T16:00:00.000Z"),
            ("Call Bob 9am +work", "Call Bob", "+work, due 2026-11-22T08:00:00.000Z"),
            ("Report by friday", "Report", "due 2026-11-27"),
            ("Report by noon", "Report", "due 2026-11-21T11:00:00.000Z"),
            ("Report by 31.12.", "Report", "due 2026-12-31"), ("Report tmrw", "Report", "due 2026-11-22"),
            ("Train 24.12. 10:30", "Train", "due 2026-12-24T09:30:00.000Z"),
            ("Trip 24/12/2026", "Trip", "due 2026-12-24"), ("Trip 3rd of december", "Trip", "due 2026-12-03"),
            ("Trip on the 3rd of december", "Trip", "due 2026-12-03"),
            ("Pizza in half an hour", "Pizza", "due 2026-11-21T10:00:00.000Z"),
        ])
    func dates(line: String, title: String, values: String) throws { try check(line, title, values) }

    @Test(
        "a date is one after a possessive, after an emoji and beside a time with its half of the day",
        arguments: [
            ("Dinner at Grandma's dec 25 at 1pm", "Dinner at Grandma's", "due 2026-12-25T12:00:00.000Z"),
            ("text Grandpa 😊 dec 9", "text Grandpa 😊", "due 2026-12-09"),
            ("leave for school at quarter to 8 tomorrow morning", "leave for school", "due 2026-11-22T06:45:00.000Z"),
            ("coffee half past 10 tomorrow morning", "coffee", "due 2026-11-22T09:30:00.000Z"),
            ("Review at half past 5 pm", "Review", "due 2026-11-21T16:30:00.000Z"),
            ("Call at quarter to 12 am", "Call", "due 2026-11-21T22:45:00.000Z"),
            ("16 Jan party 2pm", "party", "due 2027-01-16T13:00:00.000Z"),
            ("feb 14 dinner at 7pm", "dinner", "due 2027-02-14T18:00:00.000Z"),
            ("visit the shop on 5th Avenue", "visit the shop on 5th Avenue", ""),
        ])
    func everyday(line: String, title: String, values: String) throws { try check(line, title, values) }

    @Test(
        "a time is told, and not taken as today's, if a day stays in the title",
        arguments: ["Check the 16 Jan numbers at 2pm", "Answer the feb 14 mail at 7pm"])
    func dayInTitle(line: String) throws {
        try check(line, line, "")
        #expect(try QuickAddTests.parse(line).hints.map(\.kind) == [.inTitle])
    }

    @Test(
        "a repetition is understood with all that belongs to it",
        arguments: [
            ("Swim every tuesday evening", "Swim", "due 2026-11-24T17:00:00.000Z, every FREQ=WEEKLY;BYDAY=TU"),
            ("Pills every morning", "Pills", "due 2026-11-22T08:00:00.000Z, every FREQ=DAILY"),
            ("Standup daily", "Standup", "due 2026-11-21, every FREQ=DAILY"),
            ("Standup daily at 9", "Standup", "due 2026-11-22T08:00:00.000Z, every FREQ=DAILY"),
            ("Clean kitchen weekly +home", "Clean kitchen", "+home, due 2026-11-21, every FREQ=WEEKLY"),
            ("Milk tomorrow weekly", "Milk", "due 2026-11-22, every FREQ=WEEKLY"),
            ("Milk weekly tomorrow", "Milk", "due 2026-11-22, every FREQ=WEEKLY"),
            ("Send weekly report every friday", "Send weekly report", "due 2026-11-27, every FREQ=WEEKLY;BYDAY=FR"),
            ("Read daily mail tomorrow", "Read daily mail", "due 2026-11-22"),
            ("Rent on the 1st of every month", "Rent", "due 2026-12-01, every FREQ=MONTHLY;BYMONTHDAY=1"),
            ("Pay rent monthly on the 1st", "Pay rent", "due 2026-12-01, every FREQ=MONTHLY;BYMONTHDAY=1"),
            (
                "Team report next monday at 8 every month", "Team report",
                "due 2026-11-23T07:00:00.000Z, every FREQ=MONTHLY"
            ),
            (
                "Pay tax start:tomorrow every week", "Pay tax",
                "due 2026-11-22, start 2026-11-22, every FREQ=WEEKLY"
            ),
        ])
    func repetitions(line: String, title: String, values: String) throws { try check(line, title, values) }

    @Test(
        "a single word with a capital is a date as without one, and so is one beside a number",
        arguments: [
            ("Ask Monday", "Ask", "due 2026-11-23"), ("Ask Next Friday 9am", "Ask", "due 2026-11-27T08:00:00.000Z"),
        ])
    func capitals(line: String, title: String, values: String) throws { try check(line, title, values) }

    @Test(
        "names, numbers, halves of a phrase and nouns stay in the title",
        arguments: [
            "Watch Avatar in 3D", "Watch The Day After Tomorrow", "Watch Next Friday", "Gym Every Monday",
            "Lose weight in 10 Days", "Pay at 5",
            "Read 1984", "Buy 7 up", "Meeting room 5", "Ch. 3.1", "Watch 24", "Weekly report", "Version 1.2.",
            "Score 17:00",
            "Read John 3:16", "Stop by tomorrow", "Buy the weekly", "Read Publishers Weekly", "Daily",
            "Pill twice daily",
            "Situps 2x weekly", "Fireworks for 4th of July", "Trip 10/11/2099", "Move standup to 5pm", "Open 9am - 5pm",
        ])
    func titles(line: String) throws { try check(line, line, "") }
}
