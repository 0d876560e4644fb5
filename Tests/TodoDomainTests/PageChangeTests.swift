import Foundation
import Testing
import TodoDomain

@Suite("Answers that follow one another")
struct PageChangeTests {
    private func stream<T: Sendable>(_ elements: [T]) -> AsyncThrowingStream<T, any Error> {
        AsyncThrowingStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    private func todo(_ title: String) -> Todo {
        Todo(id: .init(stored: title), title: title, createdAt: Date(milliseconds: 0))
    }

    @Test("an answer that equals the one before is passed over, and one that comes again later is not")
    func repetitions() async throws {
        var read: [Int] = []
        for try await number in stream([1, 1, 2, 2, 2, 1]).withoutRepetitions() { read.append(number) }
        #expect(read == [1, 2, 1])
    }

    @Test("the differences, one after the other, make each list of the one before, beginning with none")
    func differences() async throws {
        let lists = [["a", "b"], ["b", "a", "c"], [], ["c"]].map { $0.map(todo) }
        var shown: [Todo] = []
        var pages: [[Todo]] = []
        for try await change in stream(lists.map { Page(items: $0) }).differences() {
            shown = change.difference.applied(to: shown)
            #expect(shown == change.page.items)
            pages.append(shown)
        }
        #expect(pages == lists)
    }
}
