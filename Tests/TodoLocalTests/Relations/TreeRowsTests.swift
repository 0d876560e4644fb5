import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// The rows of trees.
@Suite("Trees in one query")
struct TreeRowsTests {
    private let fixture: TestStore

    init() throws { fixture = try TestStore() }

    /// The titles of trees, indented by their levels.
    private func shown(_ roots: TreeRoots, includesDone: Bool = false, size: Int = 2) async throws -> [String] {
        try await fixture.todos.store.reduceTrees(roots, includesDone: includesDone, size: size, into: [String]()) {
            lines, part, levels in
            lines += zip(part.models, levels).map { String(repeating: " ", count: $1) + $0.title }
        }
    }

    private func add(_ title: String, below parent: String? = nil, isDone: Bool = false) async throws {
        fixture.clock.advance(by: 1)
        try await fixture.todos.createOne(
            Todo(
                id: .init(stored: title), title: title, createdAt: fixture.clock.now,
                completedAt: isDone ? fixture.clock.now : nil))
        guard let parent else { return }
        try await fixture.todos.updateOne(
            Todo.Update(id: .init(stored: title), standing: Standing(parent: parent)))
    }

    @Test("siblings are in the order of their creation, whatever is below them")
    func order() async throws {
        for (title, parent) in [
            ("b", nil), ("a", nil), ("z", "b"), ("y", "b"), ("x", "z"), ("w", "a"), ("v", "z"),
        ] as [(String, String?)] {
            try await add(title, below: parent)
        }
        #expect(try await shown(.all) == ["b", " z", "  x", "  v", " y", "a", " w"])
        #expect(
            try await shown(.todos([.init(stored: "z"), .init(stored: "x"), .init(stored: "b")]), size: 100)
                == ["b", " z", "  x", "  v", " y"])
    }

    @Test("those that are done are left out unless something below them is open")
    func done() async throws {
        try await add("a", isDone: true)
        try await add("b", below: "a", isDone: true)
        try await add("c", below: "b")
        try await add("d", below: "a", isDone: true)
        try await add("e", isDone: true)
        #expect(try await shown(.all) == ["a", " b", "  c"])
        #expect(try await shown(.all, includesDone: true) == ["a", " b", "  c", " d", "e"])
    }

    @Test("a chain of any depth, and a circle that another program wrote, end")
    func depth() async throws {
        let stamp = Stamp(milliseconds: 1, counter: 0, device: DeviceID(rawValue: 7))
        for level in 0..<60 {
            var record = Record(kind: .todo, id: "t\(level)", createdAt: 0, origin: stamp)
            record.registers["title"] = .init(.string("t\(level)"))
            if level > 0 { record.registers["standing"] = .init(["parent": .string("t\(level - 1)")]) }
            try await fixture.stack.merge(record)
        }
        #expect(try await shown(.all).last == String(repeating: " ", count: 59) + "t59")
        try fixture.stack.execute("UPDATE todoParent SET parentID = todoID")
        #expect(try await shown(.todos([.init(stored: "t5")])) == ["t5"])
    }
}
