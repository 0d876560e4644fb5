import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit

@Suite("Reminders of imported to-dos")
struct ImportedAlarmTests {
    private let test: TestStore
    private let settings: ReminderSettings

    init() throws {
        test = try TestStore(.serial)
        settings = test.store.reminderSettings()
        test.clock.now = try #require(Date(rfc3339: "2026-03-01T12:00:00Z"))
    }

    /// A week is due at 18:00 on a day of March, with an alarm at that moment, as programs write it that only know moments.
    private func take(day: Int, modified: String) async throws -> ImportReport {
        let (format, now) = (try #require(TodoFormats.named("ics")), test.clock.now)
        let moment = "202603\(day < 10 ? "0" : "")\(day)T180000Z"
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:weekly
            SUMMARY:Water
            LAST-MODIFIED:\(modified)
            DUE:\(moment)
            RRULE:FREQ=WEEKLY
            BEGIN:VALARM
            UID:one
            ACTION:DISPLAY
            TRIGGER;VALUE=DATE-TIME:\(moment)
            END:VALARM
            END:VTODO
            END:VCALENDAR
            """.replacing("\n", with: "\r\n")
        return try await test.store.importItems {
            format.makeReader(ByteSource(text.utf8), context: ImportContext(now: now, timeZone: .gmt))
        }
    }

    private func next() async throws -> String? {
        try await test.store.nextAlarm(after: test.clock.now, settings)?.at.rfc3339
    }

    /// How many reminders ring now.
    private func ringing() async throws -> Int {
        try await test.store.rings(settings).ringing(at: test.clock.now).count
    }

    private func go(to time: String) throws { test.clock.now = try #require(Date(rfc3339: time)) }

    private func complete() async throws {
        let series = try #require(try await test.store.todos.fetch(.all.repeating, source: .local).items.first)
        try await test.store.complete([series.id], .only)
    }

    @Test("the moment at which a series is due rings for each occurrence, and not for one that is done")
    func eachOccurrence() async throws {
        #expect(try await take(day: 10, modified: "20260301T100000Z").added == 1)
        #expect(try await next() == "2026-03-10T18:00:00.000Z")
        try go(to: "2026-03-10T18:00:00.000Z")
        #expect(try await ringing() == 1)
        try await complete()
        #expect(try await ringing() == 0)
        #expect(try await next() == "2026-03-17T18:00:00.000Z")
        // Done before its time, it does not ring then.
        try go(to: "2026-03-17T09:00:00.000Z")
        try await complete()
        #expect(try await next() == "2026-03-24T18:00:00.000Z")
        try go(to: "2026-03-17T18:00:00.000Z")
        #expect(try await ringing() == 0)
    }

    @Test("after another program has moved the series on with its moment, the next occurrence rings")
    func movedOn() async throws {
        _ = try await take(day: 10, modified: "20260301T100000Z")
        try go(to: "2026-03-11T09:00:00.000Z")
        #expect(try await ringing() == 1)
        #expect(try await take(day: 17, modified: "20260311T080000Z").updated == 1)
        #expect(try await ringing() == 0, "the occurrence is done")
        #expect(try await next() == "2026-03-17T18:00:00.000Z")
        #expect(try test.stack.inconsistency() == nil)
    }
}
