import Foundation
import Testing
import TodoDomain

/// On Saturday, 21 November 2026, at 10:30 in Zurich.
@Suite("Days and times of quick add that belong together, and that do not")
struct QuickAddHalvesTests {
    private func values(_ line: String, at now: String = saturday) throws -> String {
        let draft = try QuickAdd.parse(line, now: moment(now), zone: zone(zurich), names: QuickAddTests.names)
        return "\(draft.title): \(QuickAddTests.values(draft))"
    }

    @Test(
        "a time is no date where a day or a repetition is said elsewhere in the title",
        arguments: [
            "Gym mon–fri at 7am in Bern at 8am", "Mondays standup at 9am", "Daily standup at 9am",
            "Pills every 12 hours at 9am", "Prepare tomorrow's talk at 5pm", "Ratio 1/2 at 5pm",
            "Weekend shopping by noon", "Pills every 12 hours tomorrow", "Score 2:00 tonight",
            "Hear Beethoven's 9th at 8pm",
        ])
    func timeAlone(line: String) throws { #expect(try values(line) == "\(line): ") }

    @Test(
        "a time goes with the day or the repetition that it belongs to",
        arguments: [
            ("Dinner with Eve tomorrow night at 9pm", "Dinner with Eve: due 2026-11-22T20:00:00.000Z"),
            ("Meeting friday afternoon at 3pm", "Meeting: due 2026-11-27T14:00:00.000Z"),
            ("Meeting 31.12 at 5pm", "Meeting: due 2026-12-31T16:00:00.000Z"),
            ("Meeting fri. at 5pm", "Meeting: due 2026-11-27T16:00:00.000Z"),
            ("Meet Bob friday for lunch at 12:30", "Meet Bob for lunch: due 2026-11-27T11:30:00.000Z"),
            (
                "Call Bob tomorrow about the report at 5pm",
                "Call Bob about the report at 5pm: due 2026-11-22"
            ),
            ("Call mom tomorrow around 5pm", "Call mom: due 2026-11-22T16:00:00.000Z"),
            (
                "Sync every monday with Ann at 10am",
                "Sync with Ann: due 2026-11-23T09:00:00.000Z, every FREQ=WEEKLY;BYDAY=MO"
            ),
            ("Call Bob next week around 5pm", "Call Bob: due 2026-11-23T16:00:00.000Z"),
            ("Party the 15th at 10:30", "Party: due 2026-12-15T09:30:00.000Z"),
            (
                "Gym every mon - fri tomorrow", "Gym: due 2026-11-23, every FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
            ),
        ])
    func joined(line: String, expected: String) throws { #expect(try values(line) == expected) }

    @Test(
        "what is understood as a whole is a date, and other words and numbers do not matter",
        arguments: [
            ("Dentist 15th at 10:30", "Dentist: due 2026-12-15T09:30:00.000Z"),
            ("Dentist 15th 5pm", "Dentist: due 2026-12-15T16:00:00.000Z"),
            ("Dentist 24/12 at 10:30", "Dentist: due 2026-12-24T09:30:00.000Z"),
            ("Dentist 12/24 at 10:30am", "Dentist: due 2026-12-24T09:30:00.000Z"),
            ("Dentist 2026/12/24 at 10:30", "Dentist: due 2026-12-24T09:30:00.000Z"),
            (
                "Water the plants every two weeks on friday",
                "Water the plants: due 2026-11-27, every FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"
            ),
            ("Movie night at 8pm", "Movie night: due 2026-11-21T19:00:00.000Z"),
            ("Call 555-1234 at 5pm", "Call 555-1234: due 2026-11-21T16:00:00.000Z"),
            ("Call April at 5pm", "Call April: due 2026-11-21T16:00:00.000Z"),
            ("Read every book tomorrow", "Read every book: due 2026-11-22"),
            ("Dinner at Eve's tomorrow", "Dinner at Eve's: due 2026-11-22"),
        ])
    func whole(line: String, expected: String) throws { #expect(try values(line) == expected) }

    @Test(
        "at 21:30 a part of this day that has passed is title, unless its hour is said or it repeats",
        arguments: [
            ("Mow tonight", "Mow tonight: "), ("Mow this evening", "Mow this evening: "),
            ("Pay bill today midnight", "Pay bill today midnight: "),
            ("Pay bill midnight today", "Pay bill midnight today: "),
            ("Mow tonight every week", "Mow: due 2026-11-28T19:00:00.000Z, every FREQ=WEEKLY"),
            ("Party tonight at 9", "Party tonight at 9: "),
            ("Party tonight at 11pm", "Party: due 2026-11-21T22:00:00.000Z"),
            ("Mow tomorrow evening", "Mow: due 2026-11-22T17:00:00.000Z"),
        ])
    func passed(line: String, expected: String) throws {
        #expect(try values(line, at: "2026-11-21T20:30:00Z") == expected)
    }

    @Test(
        "by midnight is when a day ends, and at midnight when it begins",
        arguments: [
            ("Report by midnight friday", "Report: due 2026-11-27T23:00:00.000Z"),
            ("Report by friday midnight", "Report: due 2026-11-27T23:00:00.000Z"),
            ("Report by midnight today", "Report: due 2026-11-21T23:00:00.000Z"),
            ("Report by midnight", "Report: due 2026-11-21T23:00:00.000Z"),
            ("Report at midnight on friday", "Report: due 2026-11-26T23:00:00.000Z"),
        ])
    func midnight(line: String, expected: String) throws { #expect(try values(line) == expected) }
}
