import Observation
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoKitUI

@MainActor
@Suite("A board")
struct BoardModelTests {
    private static let columns: [Query<Todo>] = [.all.open.priority(nil), .all.open.priority(.high), .all.done]

    private func shown(_ board: TodoBoardModel) -> [[String]] { board.columns.map { $0.items.map(\.title) } }

    @Test("shows its lists at once, and a card in exactly one of them whenever one looks")
    func looks() async throws {
        let store = try TodoStore.testing()
        var cards: [Todo] = []
        for number in 0..<12 { cards.append(try await store.add("Card \(number)")) }
        let board = TodoBoardModel(store.todos, Self.columns)
        #expect(board.isLoading)
        #expect(await eventually { @MainActor in !board.isLoading })
        let ids = cards.map(\.id)
        let moving = Task.detached {
            for step in 0..<80 {
                let priority: Change<Priority> = step % 2 == 0 ? .set(.high) : .clear
                try await store.edit([ids[step % ids.count]], TodoChanges(priority: priority))
            }
            try await store.complete(ids)
        }
        var (looks, inconsistent) = (0, 0)
        while board.columns[2].total < cards.count {
            let all = board.columns.flatMap(\.items)
            looks += 1
            if all.count != cards.count || Set(all.map(\.id)).count != cards.count { inconsistent += 1 }
            await Task.yield()
        }
        try await moving.value
        #expect(inconsistent == 0 && looks > 10, "\(looks)")
    }

    @Test("loads more of one list, and follows other queries")
    func more() async throws {
        let store = try TodoStore.testing()
        for number in 0..<5 { try await store.add("Card \(number)") }
        let board = TodoBoardModel(store.todos, Self.columns, pageSize: 2)
        #expect(await eventually { @MainActor in board.columns[0].items.count == 2 })
        #expect(board.columns[0].total == 5 && board.columns[0].hasMore && !board.columns[1].hasMore)
        board.loadMore(in: 0)
        #expect(await eventually { @MainActor in board.columns[0].items.count == 4 })
        board.loadMore(in: 7)
        #expect(!board.isLoading)
        board.queries = [.all.open.ascending(\.title)]
        #expect(await eventually { @MainActor in self.shown(board) == [["Card 0", "Card 1"]] })
    }

    @Test("says why it is no longer followed, and follows again")
    func failure() async throws {
        let service = try FakeTodoService()
        service.failure = TodoError(.diskFull, "The disk is full.")
        let board = TodoBoardModel(service.todos, Self.columns)
        #expect(await eventually { @MainActor in board.failure?.code == .diskFull })
        #expect(!board.isLoading)
        service.failure = nil
        board.reload()
        #expect(await eventually { @MainActor in !board.isLoading && board.failure == nil })
        #expect(board.columns.count == 3)
    }
}
