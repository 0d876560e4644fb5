import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Reminders as people type them")
struct ReminderPhraseTests {
    private func parse(_ text: String, allDay: ClockTime = .hour(9)) throws -> ReminderPhrase {
        let settings = ReminderSettings(timeZone: try zone(zurich), allDayTime: allDay)
        return try ReminderPhrase.parse(text, now: try moment(saturday), settings)
    }

    private func lead(_ text: String) throws -> Alarm.Lead { try #require(Alarm.Lead(text)) }

    @Test(
        "so long before",
        arguments: [
            ("10m", "PT10M", Alarm.Anchor.either), ("2h", "PT2H", .either), ("1d", "P1D", .either),
            ("1w", "P7D", .either), ("1d12h", "P1DT12H", .either), ("90 Minutes before", "PT1H30M", .either),
            ("1 day 2 hours before it is due", "P1DT2H", .due), ("1d before start", "P1D", .start),
            ("10 min before the start", "PT10M", .start), ("1h after due", "-PT1H", .due), ("0m", "PT0S", .either),
            ("when it is due", "PT0S", .due), ("when it starts", "PT0S", .start), ("24h", "PT24H", .either),
            ("30s", "PT30S", .either), ("at its time", "PT0S", .either),
        ])
    func leads(text: String, lead: String, anchor: Alarm.Anchor) throws {
        #expect(try parse(text) == .trigger(.before(self.lead(lead), of: anchor)))
    }

    @Test("a time on the day of the date")
    func times() throws {
        for text in ["18:00", "6pm", "6 pm", "at 18:00", "18:00 on the day"] {
            #expect(try parse(text) == .trigger(.time(.hour(18), daysBefore: 0, of: .either)))
        }
        #expect(try parse("18:00 on the day it is due") == .trigger(.time(.hour(18), daysBefore: 0, of: .due)))
        #expect(try parse("noon 2 days before it starts") == .trigger(.time(.hour(12), daysBefore: 2, of: .start)))
        #expect(try parse("8:00 1 day after due") == .trigger(.time(.hour(8), daysBefore: -1, of: .due)))
        // The end of a day is the start of the next.
        #expect(try parse("at 24h") == .trigger(.time(.hour(0), daysBefore: -1, of: .either)))
    }

    @Test("a moment as it is typed for a due date, and a day at the default hour")
    func moments() throws {
        func expected(_ text: String) throws -> ReminderPhrase { .trigger(.moment(try moment(text), zone: zurich)) }
        #expect(try parse("tomorrow 9am") == expected("2026-11-22T08:00:00Z"))
        #expect(try parse("2026-11-21 18:00") == expected("2026-11-21T17:00:00Z"))
        #expect(try parse("18:00 tomorrow") == expected("2026-11-22T17:00:00Z"))
        #expect(try parse("+2h") == expected("2026-11-21T11:30:00Z"))
        #expect(try parse("in 10 minutes") == expected("2026-11-21T09:40:00Z"))
        #expect(try parse("friday") == expected("2026-11-27T08:00:00Z"))
        #expect(try parse("2026-11-27", allDay: .hour(7)) == expected("2026-11-27T06:00:00Z"))
    }

    @Test("a place, that of the to-do or another one")
    func places() throws {
        #expect(try parse("arriving") == .trigger(.place(.arrive, nil, radius: 150)))
        #expect(try parse("Leaving/1.5km") == .trigger(.place(.leave, nil, radius: 1500)))
        #expect(try parse("arriving:Home") == .place(.arrive, name: "Home", radius: 150))
        #expect(try parse("ARRIVING: Café Zoë /300m") == .place(.arrive, name: "Café Zoë", radius: 300))
        #expect(try parse("leaving:A/B/1mi") == .place(.leave, name: "A/B", radius: 1609))
        #expect(try parse("leaving:A/B") == .place(.leave, name: "A/B", radius: 150))
        #expect(try parse("arriving at Home within 300 m") == .place(.arrive, name: "Home", radius: 300))
        #expect(try parse("leaving Home") == .place(.leave, name: "Home", radius: 150))
        #expect(try parse("arriving at its place within 10km") == .trigger(.place(.arrive, nil, radius: 10_000)))
        #expect(try parse(" None ") == .noReminders)
    }

    @Test("a trigger and its place are found by name, and named again")
    func triggers() throws {
        let home = try #require(Location.ID("p1"))
        let phrase = try parse("arriving:Home/300m")
        let trigger = try #require(phrase.trigger { $0 == "Home" ? home : .init(UUID()) })
        #expect(trigger == .place(.arrive, home, radius: 300))
        #expect(ReminderPhrase(trigger) { _ in "Home" } == phrase)
        #expect(ReminderPhrase(trigger) { _ in nil }?.words(in: try zone("UTC")) == "arriving at p1 within 300 m")
        #expect(ReminderPhrase(.unknown) { _ in nil } == nil)
        #expect(try parse("none").trigger { _ in home } == nil)
    }

    @Test(
        "what is not understood is refused with a sentence that repeats it",
        arguments: [
            ("soon", TodoError.Code.badReminder), ("", .badReminder), ("10", .badReminder), ("m", .badReminder),
            ("10m later", .badReminder), ("1y", .badReminder), ("2 months", .badReminder), ("9999999d", .badReminder),
            ("18:00 2h before", .badReminder), ("25:00", .impossibleTime), ("2026-02-30", .impossibleDay),
            ("1/2", .usage), ("arriving:", .badReminder), ("arriving:/300m", .badReminder),
            ("arriving:Home/0m", .badReminder), ("arriving:Home/300", .badReminder), ("arriving/", .badReminder),
            ("arriving/9999km", .badReminder), ("arrivingHome", .badReminder), ("leaving\u{301}", .badReminder),
            ("none 10m", .badReminder), ("10m, 2h before lunch", .badReminder), ("18:00 on the moon", .badReminder),
            ("arriving:a\u{7}b", .badReminder), ("when", .badReminder), ("at", .badReminder),
        ])
    func refused(text: String, code: TodoError.Code) {
        expectTodoError(code) { try parse(text) }
        let error = #expect(throws: TodoError.self) { try parse(text) }
        #expect(error?.reason.contains("“\(text.prefix(6))") == true)
    }

    @Test(
        "a length of more than a hundred years is told as such, however large its numbers are",
        arguments: [
            "9999999d", "99999999999m", "1d 99999999999999999999s before it is due", "18:00 99999999999 days before",
        ])
    func tooLong(text: String) {
        let error = #expect(throws: TodoError.self) { try parse(text) }
        #expect(error?.code == .badReminder && error?.underlying is ReminderPhrase.TooLong)
        #expect(error?.reason.hasSuffix("”: A reminder can come at most a hundred years before.") == true)
    }

    @Test(
        "what is no length of time is not told to be one that is too long",
        arguments: ["99999999999", "9999999d later", "99999999999 months", "18:00 99999999999 minutes before"])
    func notTooLong(text: String) {
        let error = #expect(throws: TodoError.self) { try parse(text) }
        #expect(error != nil && !(error?.underlying is ReminderPhrase.TooLong))
    }

    @Test("a long text is refused at once")
    func long() {
        expectTodoError(.badReminder) { try parse(String(repeating: "1d", count: 1_000_000)) }
        expectTodoError(.badReminder) { try parse("arriving:" + String(repeating: "a", count: 300)) }
    }

    @Test(
        "words",
        arguments: [
            ("10m", "10 minutes before"), ("1d before due", "1 day before it is due"), ("0m", "at its time"),
            ("1h1m1s after start", "1 hour 1 minute 1 second after it starts"), ("when it is due", "when it is due"),
            ("18:00", "18:00 on the day"), ("9am 2 days before due", "09:00 2 days before it is due"),
            ("2026-11-21 18:00", "2026-11-21 18:00"), ("2026-10-25T01:30Z", "2026-10-25T01:30:00.000Z"),
            ("arriving", "arriving"), ("leaving/1km", "leaving its place within 1000 m"),
            ("arriving:Home", "arriving at Home within 150 m"), ("arriving:its place", "arriving:its place/150m"),
            ("none", "none"),
        ])
    func words(text: String, words: String) throws {
        #expect(try parse(text).words(in: try zone(zurich)) == words)
    }

    @Test("words read back as the same reminder", arguments: 1...10 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let zones = ["UTC", zurich, "America/St_Johns", "Australia/Lord_Howe", "Pacific/Kiritimati", "Asia/Kathmandu"]
        for _ in 0..<2000 {
            let zone = try zone(generator.pick(zones))
            let settings = ReminderSettings(timeZone: zone, allDayTime: generator.clockTime())
            let phrase = generator.phrase(zone: zone.identifier)
            let words = phrase.words(in: settings.timeZone)
            let read = try ReminderPhrase.parse(words, now: generator.moment(), settings)
            try #require(read == phrase, "\(words)")
        }
    }

    @Test("hostile text is refused or read back, and never traps")
    func hostile() throws {
        let settings = ReminderSettings(timeZone: try zone(zurich))
        let now = try moment(saturday)
        let parts = ["arriving", ":", "/", " within ", " at ", "300m", "1d", "before", " ", "999999999", "it is due"]
        fuzz("reminders", rounds: 3000) { generator, _ in
            var text = generator.phrase(zone: zurich).words(in: settings.timeZone)
            text = String(decoding: generator.mutated(text.utf8, parts: parts), as: UTF8.self)
            if generator.chance(0.3) { text += generator.hostileText(upTo: 20) }
            guard let phrase = try? ReminderPhrase.parse(text, now: now, settings) else { return }
            let words = phrase.words(in: settings.timeZone)
            let read = try? ReminderPhrase.parse(words, now: now, settings)
            #expect(read == phrase, "\(text.debugDescription): \(words)")
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func phrase(zone: String) -> ReminderPhrase {
        if chance(0.02) { return .noReminders }
        let trigger = trigger(zone: zone)
        guard case .place(let proximity, _?, let radius) = trigger else { return .trigger(trigger) }
        let names = [
            "Home", "A/B", "A/300m", "its place", "within 5 m", "x within 5 m", "at", "Its Place", "a, b", ":", "/",
        ]
        var name = chance(0.5) ? pick(names) : hostileText(upTo: 20)
        name = (try? Validation.placeName(name)) ?? "Home"
        return .place(proximity, name: name, radius: radius)
    }
}
