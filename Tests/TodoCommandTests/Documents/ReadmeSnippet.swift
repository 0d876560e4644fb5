import Foundation
import Testing
import TodoKit

@Suite("The README")
struct ReadmeSnippet {
    /// The README's own lines, compiled: the test below holds the two texts against each other.
    @Test("its library example runs")
    func runs() async throws {
        // begin
        let store = try TodoStore.inMemory()  // or TodoStore.shared, .preview(), .test(), TodoStore(configuration)

        let milk = try await store.add("Buy milk", tags: ["home", "shop"], due: .day(2026, 12, 24), priority: .high)
        try await store.add("Crème brûlée", notes: "Six eggs")

        let query = Query<Todo>.all.open.tagged("shop").matching("milk").ascending(\.due).page(0, size: 20)
        let page = try await store.todos.fetch(query)
        print(page.items.map(\.title))

        var edited = milk
        edited.title = "Buy oat milk"
        try await store.todos.update(edited, from: milk)  // writes only what differs
        try await store.complete([milk.id])
        try await store.undo()  // also after a sync; a step is one action, a whole import too
        for step in try await store.history(of: milk.id) { print(step.date, step.action, step.changes.map(\.field)) }

        for try await page in store.todos.observe(.all.open.matching("creme")) {
            print(page.items.map(\.title))
            break
        }
        // end
        #expect(page.items == [milk])
        #expect(try await store.todos.find(milk.id).title == "Buy oat milk")
        #expect(try await store.todos.count(.all.done) == 0)
    }

    @Test("its library example is the compiled one")
    func isCompiled() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// begin") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// end") })
        let compiled = lines[begin + 1..<end].map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0) }
        let shown = try #require(try Document("README.md").blocks(of: "swift").first)
        #expect(shown == ["import TodoKit", ""] + compiled)
    }
}
