import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

/// What a screen does, on the main actor. That these compile is most of what they test.
@Suite("A front end on the main actor")
struct MainActorTests {
    @MainActor
    private final class Screen {
        private(set) var bytes = 0

        func importAll(of text: String, into store: TodoStore) async throws -> ImportReport {
            let format = try #require(TodoFormats.writable(named: "todotxt"))
            let context = ImportContext(now: ManualClock().now, timeZone: .gmt)
            return try await store.importItems { bytes in
                Task { @MainActor in self.bytes = max(self.bytes, bytes) }
            } from: {
                format.makeReader(ByteSource(text.utf8), context: context)
            }
        }
    }

    @Test("imports a file and shows how far that is")
    func imports() async throws {
        let store = try TestStore().store
        let screen = Screen()
        let text = "Buy milk\nReturn the bottles"
        #expect(try await screen.importAll(of: text, into: store).added == 2)
        #expect(await eventually { await screen.bytes == 2 * text.utf8.count }, "both passes")
    }
}
