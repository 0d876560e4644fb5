import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("The name of an imported calendar")
struct CalendarNameTests {
    private let test: TestStore

    init() throws { test = try TestStore(.serial) }

    private func take(_ title: String, at time: String) async throws -> ImportReport {
        let (format, now) = (try #require(TodoFormats.named("ics")), test.clock.now)
        let text = """
            BEGIN:VCALENDAR
            X-WR-CALNAME:Home
            BEGIN:VTODO
            UID:11111111-2222-4333-8444-555555555555
            SUMMARY:\(title)
            LAST-MODIFIED:\(time)
            END:VTODO
            END:VCALENDAR
            """
        return try await test.store.importItems {
            format.makeReader(
                ByteSource(text.replacing("\n", with: "\r\n").utf8), context: ImportContext(now: now, timeZone: .gmt))
        }
    }

    @Test("is where its new to-dos are; what was moved elsewhere here stays there, whatever else the calendar changes")
    func moved() async throws {
        #expect(try await take("Dig", at: "20260101T000000Z").added == 1)
        func todo() async throws -> Todo {
            try #require(try await test.store.todos.fetch(.all, source: .local).items.first)
        }
        #expect(try await todo().list?.path == "Home")
        let garden = try await test.store.addList("Garden")
        _ = try await test.store.edit([todo().id], TodoChanges(placement: .path("Garden")))
        #expect(try await todo().list?.id == garden.id)
        test.clock.advance(by: 60)
        #expect(try await take("Dig deep", at: "20361231T000000Z").unchanged == 1)
        let later = test.clock.now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        #expect(try await take("Dig deep", at: later).updated == 1)
        #expect(try await todo().title == "Dig deep")
        #expect(try await todo().list?.id == garden.id)
    }
}
