import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("How often something repeats, as people type it")
struct RepeatPhraseTests {
    /// A Saturday.
    private static let now = "2026-11-21T10:00:00Z"

    @Test(
        "a phrase means what the documentation says",
        arguments: [
            ("every day", "FREQ=DAILY"), ("Every 3 Days", "FREQ=DAILY;INTERVAL=3"),
            ("every other day", "FREQ=DAILY;INTERVAL=2"),
            ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"), ("every month", "FREQ=MONTHLY"),
            ("every 1 year", "FREQ=YEARLY"),
            ("every mon, wed and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
            ("every mon wed fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
            ("every Sunday", "FREQ=WEEKLY;BYDAY=SU"), ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("every weekend", "FREQ=WEEKLY;BYDAY=SA,SU"), ("every other friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
            ("every 2 weeks on mon and thu", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
            ("every last friday", "FREQ=MONTHLY;BYDAY=-1FR"), ("every 3rd tuesday", "FREQ=MONTHLY;BYDAY=3TU"),
            ("every first and third tue of the month", "FREQ=MONTHLY;BYDAY=1TU,3TU"),
            ("every last day", "FREQ=MONTHLY;BYMONTHDAY=-1"), ("every last day of month", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            ("every last weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
            ("every 1st weekday of january", "FREQ=YEARLY;BYMONTH=1;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"),
            ("every 4th thursday of november", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"),
            ("every 15", "FREQ=MONTHLY;BYMONTHDAY=15"), ("every 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
            ("every 31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
            ("every 29th", "FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1"),
            ("every 1, 15 and 31", "FREQ=MONTHLY;BYMONTHDAY=1,15,28,29,30,31;BYSETPOS=-1,1,2"),
            ("every 3 months on the 15th", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15"),
            ("every 15 jan", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15"),
            ("every Jan 15", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15"),
            ("every 15 jan and jul", "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=15"),
            ("every 29 feb", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
            ("every 2 years on 15 jan", "FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYMONTHDAY=15"),
            ("every day until 24 dec", "FREQ=DAILY;UNTIL=20261224"), ("every day for 10 times", "FREQ=DAILY;COUNT=10"),
            ("each 1st", "FREQ=MONTHLY;BYMONTHDAY=1"), ("every! 10 days", "FREQ=DAILY;INTERVAL=10"),
            ("every! month for 3 times", "FREQ=MONTHLY;COUNT=3"),
            ("every quarter", "FREQ=MONTHLY;INTERVAL=3"), ("every 2 quarters", "FREQ=MONTHLY;INTERVAL=6"),
            ("every quarter on the 15th", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15"),
            ("every workday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("every last workday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
            ("every 3rd day", "FREQ=DAILY;INTERVAL=3"), ("every third week on mon", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO"),
            ("every 10th year", "FREQ=YEARLY;INTERVAL=10"), ("every! 2nd month", "FREQ=MONTHLY;INTERVAL=2"),
            ("every 15th of january", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15"),
            ("every 15th of the month", "FREQ=MONTHLY;BYMONTHDAY=15"),
            ("every 2nd last workday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2"),
            ("every second last friday", "FREQ=MONTHLY;BYDAY=-2FR"),
            ("every second tuesday of the month", "FREQ=MONTHLY;BYDAY=2TU"),
            ("every 1st monday in may, june and july", "FREQ=YEARLY;BYMONTH=5,6,7;BYDAY=1MO"),
            ("every day except sunday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
            ("every second week", "FREQ=WEEKLY;INTERVAL=2"), ("every mon-fri", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("freq=monthly;byday=-1fr", "FREQ=MONTHLY;BYDAY=-1FR"), ("RRULE:FREQ=DAILY", "FREQ=DAILY"),
        ])
    func rules(text: String, rule: String) throws {
        let phrase = try parse(text)
        #expect(phrase.rule.description == rule)
        #expect(phrase.mode.rawValue == (text.contains("=") ? "every" : text.prefix { $0 != " " }.lowercased()))
        #expect(phrase.time == nil && phrase.from == nil)
    }

    @Test(
        "one word says how often, and days may come before it",
        arguments: [
            ("daily", "FREQ=DAILY"), ("Weekly", "FREQ=WEEKLY"), ("monthly", "FREQ=MONTHLY"),
            ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("yearly", "FREQ=YEARLY"), ("annually", "FREQ=YEARLY"),
            ("monthly on the 1st", "FREQ=MONTHLY;BYMONTHDAY=1"), ("weekly on mon and thu", "FREQ=WEEKLY;BYDAY=MO,TH"),
            ("yearly on 24 dec until 2030-12-31", "FREQ=YEARLY;UNTIL=20301231;BYMONTH=12;BYMONTHDAY=24"),
            ("on the 1st of every month", "FREQ=MONTHLY;BYMONTHDAY=1"),
            ("last friday of every month", "FREQ=MONTHLY;BYDAY=-1FR"),
            ("the last day of every 3rd month", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1"),
            ("15th of every other month for 2 times", "FREQ=MONTHLY;INTERVAL=2;COUNT=2;BYMONTHDAY=15"),
        ])
    func shorter(text: String, rule: String) throws {
        let phrase = try parse(text)
        #expect(phrase.rule.description == rule && phrase.mode == .every && phrase.time == nil)
        #expect(try parse("1st of each month").mode == .each)
    }

    @Test("parts of the day and an hour after at are times")
    func partsOfTheDay() throws {
        for (text, rule, hour) in [
            ("every morning", "FREQ=DAILY", 9), ("every other evening", "FREQ=DAILY;INTERVAL=2", 18),
            ("every tuesday evening", "FREQ=WEEKLY;BYDAY=TU", 18), ("every month at 8", "FREQ=MONTHLY", 8),
            ("daily at 17", "FREQ=DAILY", 17),
        ] {
            let phrase = try parse(text)
            #expect(phrase.rule.description == rule && phrase.time == ClockTime.hour(hour), "\(text)")
        }
    }

    @Test("a time, a beginning and an end come in any order")
    func more() throws {
        let nine = try parse("every 3rd tuesday 9am").time
        #expect(nine?.milliseconds == 9 * 3_600_000)
        for text in [
            "every day at 9:00 from 1 dec until 2027-01-31", "every day until 2027-01-31 starting 2026-12-01 9 am",
        ] {
            let phrase = try parse(text)
            #expect(phrase.time == nine)
            #expect(phrase.from?.description == "2026-12-01" && phrase.rule.description == "FREQ=DAILY;UNTIL=20270131")
        }
    }

    @Test(
        "what is not understood is an error that says where",
        arguments: [
            ("", 0, 0), ("hourly", 0, 6), ("daily foo", 6, 3), ("daily on mon", 6, 6), ("every 1st day", 10, 3),
            ("every month at 25", 12, 2), ("1st of foo", 7, 3), ("1st of every week", 0, 17),
            ("every 15th day of the month", 15, 2), ("every", 5, 0), ("every  ", 5, 0),
            ("every foo", 6, 3),
            ("every 0 days", 6, 1),
            ("every 2", nil, nil), ("every day foo", 10, 3), ("every day 9am 10am", 14, 4), ("every 9 am", 8, 2),
            ("every 5pm", 6, 3), ("every 15 jan 2027", 13, 4), ("every 3rd foo", 10, 3), ("every mon on tue", 10, 2),
            ("every 2 weeks on the 15th", 14, 11), ("every week on 15 jan", 11, 9), ("every! monday", 7, 6),
            ("every! 2 weeks on mon", 15, 6), ("every day until", 15, 0), ("every day until foo", 16, 3),
            ("every day for 0 times", 10, 11),
            ("every day from 1 dec from 2 dec", 21, 10),
            ("every mon,,tue, foo", 16, 3), ("every jänner", 6, 7), ("every 99999999999 days", 6, 11),
            ("every İx foo", 6, 3),
            ("every and mon", 6, 3),
            ("every last", 6, 4), ("every last foo", 6, 4), ("every 4th thursday of foo", 19, 2),
        ] as [(String, Int?, Int?)])
    func notUnderstood(text: String, offset: Int?, length: Int?) throws {
        guard let offset, let length else {
            #expect(try parse(text).rule.description == "FREQ=MONTHLY;BYMONTHDAY=2")
            return
        }
        let error = #expect(throws: TodoError.self) { try parse(text) }
        #expect(error?.code == .badRecurrence && error?.reason.hasSuffix(".") == true)
        let place = error?.underlying as? RepeatPhrase.NotUnderstood
        #expect(place?.offset == offset && place?.length == length, "\(text): \(String(describing: place))")
    }

    @Test(
        "what has two meanings is refused with both",
        arguments: [
            ("every second tuesday", "tuesday"), ("every 2nd tuesday", "tuesday"), ("each 2nd friday 9am", "friday"),
            ("every second mon until 24 dec", "monday"),
        ])
    func twoMeanings(text: String, day: String) throws {
        let error = try #require(throws: TodoError.self) { try parse(text) }
        #expect(error.code == .badRecurrence && error.reason.contains("every other \(day)"))
        #expect(error.reason.contains("second \(day) of every month") && error.underlying != nil)
    }

    @Test("the end of a day is on the next one, so that nothing repeats at 24h")
    func endOfDay() throws {
        expectTodoError(.badRecurrence) { try parse("every day 24h") }
        #expect(try parse("every day at 17h until 15th").time == ClockTime.hour(17))
    }

    @Test("what was typed is repeated without what could act on a terminal")
    func harmless() throws {
        for text in [
            "every \u{1B}[31mday\u{202E}", "FREQ=DAILY;\u{1B}[31mX=\u{202E}",
            "FREQ=\u{7}" + String(repeating: "é", count: 99),
        ] {
            let error = #expect(throws: TodoError.self) { try parse(text) }
            let reason = try #require(error?.reason)
            #expect(reason.contains("?") && reason.count < 250)
            #expect(!reason.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
        }
    }

    @Test("what cannot be has the error that says so")
    func impossible() throws {
        for text in ["every 32", "every 30 feb", "every 31 jan and apr", "every day until 30 feb"] {
            expectTodoError(.impossibleDay) { try parse(text) }
        }
        expectTodoError(.impossibleTime) { try parse("every day 25:00") }
        for text in ["every 30 and 31", "every 28 and 31", "every " + String(repeating: "x", count: 300), "FREQ=NEVER"]
        {
            expectTodoError(.badRecurrence) { try parse(text) }
        }
        expectTodoError(.recurrenceNotComputed) { try parse("RRULE:FREQ=HOURLY") }
    }

    @Test(
        "a rule is shown in words that mean it",
        arguments: [
            ("FREQ=DAILY", "every day"), ("FREQ=DAILY;INTERVAL=3;COUNT=1", "every 3 days for 1 time"),
            ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "every Monday, Wednesday and Friday"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261224", "every weekday until 2026-12-24"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU", "every 2 weeks on Saturday and Sunday"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15", "every 1st and 15th"), ("FREQ=MONTHLY;BYMONTHDAY=-1", "every last day"),
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "every 31st"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,28,29,30;BYSETPOS=1,-1", "every 1st and 30th"),
            ("FREQ=MONTHLY;BYDAY=1FR,-1FR", "every 1st and last Friday"),
            ("FREQ=MONTHLY;BYDAY=2FR", "every 2nd Friday of the month"),
            ("FREQ=MONTHLY;INTERVAL=3;BYDAY=2FR", "every 3 months on the 2nd Friday of the month"),
            ("FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR", "every 3 months on the last Friday"),
            ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every last weekday"),
            ("FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15", "every 15 January"),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "every last day of February"),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "every 29 February"),
            ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "every 4th Thursday of November"),
            ("FREQ=YEARLY;INTERVAL=2;BYMONTH=1,7;BYMONTHDAY=15", "every 2 years on 15 January and July"),
        ])
    func words(rule: String, words: String) throws {
        #expect(try RecurrenceRule(rule).words() == words)
    }

    @Test(
        "what no words mean is shown as it is",
        arguments: [
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU", "FREQ=MONTHLY;BYDAY=1MO,2TU", "FREQ=YEARLY;BYWEEKNO=20",
            "FREQ=YEARLY;BYYEARDAY=1", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=DAILY;BYMONTH=1",
            "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=DAILY;UNTIL=20261224T110000Z", "FREQ=MONTHLY;BYMONTHDAY=-2",
            "FREQ=YEARLY;BYDAY=20MO", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        ])
    func beyondWords(rule: String) throws {
        #expect(try RecurrenceRule(rule).words() == rule)
    }

    @Test("whatever is shown reads as the same rule", arguments: 1...5)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let rule = generator.rule()
            #expect(try parse(rule.words()).rule == rule, "seed \(seed): \(rule), \(rule.words())")
        }
        let counted = try RecurrenceRule("FREQ=DAILY;INTERVAL=10")
        #expect(
            counted.words(for: .everyFromCompletion) == "every! 10 days" && counted.words(for: .each) == "each 10 days")
        #expect(try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO").words(for: .everyFromCompletion) == "FREQ=WEEKLY;BYDAY=MO")
    }

    @Test("hostile phrases do not trap")
    func hostile() {
        let parts = [
            "every ", "each", "and", "last", "31", "jan", "until", "for", " ", ",", "9am", "99999999999999999999", "é",
        ]
        fuzz("what repeats", rounds: 2000) { generator, _ in
            let phrase = generator.pick([
                "every last friday 9am", "every 1st and 15th until 24 dec", "each 2 weeks on mon, tue",
            ])
            let text = String(decoding: generator.mutated(phrase.utf8, parts: parts), as: UTF8.self)
            guard let parsed = try? parse(text) else { return }
            _ = try? parsed.recurrence(now: moment(Self.now), timeZone: .gmt)
        }
    }

    @Test(
        "the first one is the first date from today on, or from the due date, or from the day that is said",
        arguments: [
            ("every sat", nil, "2026-11-21"), ("every friday", nil, "2026-11-27"), ("every 2 weeks", nil, "2026-11-21"),
            // It is 11:00 in Zurich.
            ("every day 9am", nil, "2026-11-22"), ("every day 11:30", nil, "2026-11-21"),
            ("every sat 9am", nil, "2026-11-28"),
            ("every day 9am for 1 time", nil, "2026-11-22"),
            ("every 2 weeks from 2026-11-02", nil, "2026-11-30"), ("every week from 1 dec", nil, "2026-12-01"),
            ("every week", "2026-11-18", "2026-11-18"), ("every friday", "2026-11-18", "2026-11-20"),
            ("every month", "2027-01-31", "2027-01-31"), ("every! 10 days", nil, "2026-11-21"),
            ("each 1st", nil, "2026-12-01"),
        ])
    func first(text: String, due: String?, key: String) throws {
        let recurrence = try recurrence(text, due: due)
        #expect(recurrence.key.description == key && recurrence.due.day == recurrence.key)
        #expect(recurrence.number == 1 && recurrence.stretch == 0 && recurrence.zone == "Europe/Zurich")
    }

    @Test(
        "what starts later does not come before that",
        arguments: [
            ("every week", "tomorrow", "2026-11-22"), ("every friday", "2026-11-28", "2026-12-04"),
            ("every day 9am", "2026-11-25 10:00", "2026-11-26"), ("every day 9am", "2026-11-25 9:00", "2026-11-25"),
            ("every 2 days from 2026-11-20", "2026-11-25", "2026-11-26"), ("every week", "yesterday", "2026-11-21"),
        ])
    func start(text: String, start: String, key: String) throws {
        let (now, zone) = (try moment(Self.now), try zone("Europe/Zurich"))
        let start = try DuePhrase.parse(start, now: now, timeZone: zone)
        #expect(try parse(text).recurrence(now: now, timeZone: zone, start: start).key.description == key)
        let due = try Due.day(2026, 11, 18)
        #expect(
            try parse("every week").recurrence(now: now, timeZone: zone, due: due, start: start).due == due,
            "an explicit date counts")
    }

    @Test("every month from the 31st is the last day where there is none; an RRULE leaves those out")
    func clamp() throws {
        let series = Series(try recurrence("every month", due: "2027-01-31"), settled: SettledSet([Occurrence]()))
        #expect(series.upcoming().prefix(2).map(\.description) == ["2027-02-28", "2027-03-31"])
        #expect(series.rule?.words() == "every 31st")
        let later = Series(try recurrence("every month", due: "2027-01-29"), settled: SettledSet([Occurrence]()))
        #expect(later.upcoming().prefix(2).map(\.description) == ["2027-02-28", "2027-03-29"])
    }

    @Test("a phrase without a date to come is refused")
    func never() {
        expectTodoError(.badRecurrence) { try recurrence("every day until 2026-11-20", due: nil) }
        expectTodoError(.badRecurrence) { try recurrence("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", due: nil) }
    }

    private func parse(_ text: String) throws -> RepeatPhrase {
        try RepeatPhrase.parse(text, now: moment(Self.now), timeZone: zone("Europe/Zurich"))
    }

    private func recurrence(_ text: String, due: String?) throws -> Recurrence {
        try parse(text).recurrence(
            now: moment(Self.now), timeZone: zone("Europe/Zurich"), due: due.flatMap { Day($0) }.map(Due.day))
    }
}
