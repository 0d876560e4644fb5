import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("An import that breaks off")
struct BrokenImportTests {
    /// Returns this many new to-dos.
    private struct Reader: ItemReader {
        let count: Int
        var bytesRead = 0
        var undated: Date? { nil }
        var isOrdered: Bool { false }
        var kept: [String: Int] { [:] }
        var renditions: (@Sendable (Todo) -> [Todo])? { nil }
        var numbers: RecordNumbers? {
            get { nil }
            set {}
        }
        func renamed(_ todo: Todo) -> Todo { todo }

        mutating func next() -> ImportItem? {
            guard bytesRead < count else { return nil }
            bytesRead += 1
            let todo = Todo(
                id: Todo.ID(stored: "t\(bytesRead)"), title: "To-do \(bytesRead)", createdAt: ManualClock().now)
            return .todo(todo, modifiedAt: nil)
        }
    }

    @Test("says what it has written where it has written something, and that nothing was changed where not")
    func diskFull() async throws {
        let test = try TestStore(.serial)
        let store = test.store
        try test.stack.limitPages(to: 1)
        let refused = try await #require(throws: TodoError.self) {
            try await store.importItems { Reader(count: 20_000) }
        }
        #expect(refused.code == .diskFull && refused.effect == .nothingChanged)
        #expect(refused.message == "The disk is full. Nothing was changed. Free some space and try again.")
        #expect(try await test.todos.count() == 0)

        // A little more room each time, until something fits but not everything.
        var (broken, count) = (refused, 0)
        for limit in stride(from: 1_000, through: 50_000, by: 1_000) where count == 0 {
            try test.stack.limitPages(to: limit)
            broken = try await #require(throws: TodoError.self) {
                try await store.importItems { Reader(count: 20_000) }
            }
            count = try await test.todos.count()
        }
        #expect(count > 0 && count < 20_000 && broken.code == .diskFull)
        #expect(broken.effect == .brokeOff(added: count) && broken.remedies == [.makeRoom])
        #expect(
            broken.message == """
                The import broke off; \(count) to-dos that it has added stay, and the same import brings the rest. The disk \
                is full. Free some space and try again.
                """)

        try test.stack.limitPages(to: 1_000_000)
        let report = try await store.importItems { Reader(count: 20_000) }
        #expect(report.added == 20_000 - count && report.unchanged == count)
    }
}
