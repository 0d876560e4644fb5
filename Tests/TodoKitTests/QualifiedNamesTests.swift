// Only these two: what a test of an app imports.
import Testing
import TodoKit

/// `Tag` is a type of Swift Testing as well, and the others are names that an app may have itself.
@Suite("Names that others have too are reached through the module")
struct QualifiedNamesTests {
    @Test("a tag, a page, a change, a record, a priority")
    func names() async throws {
        let store = try TodoKit.TodoStore.inMemory()
        let tag: TodoKit.Tag = try await store.tags.findOrCreate(titled: "shop")
        let id: TodoKit.Tag.ID = tag.id
        let page: TodoKit.Page<TodoKit.Todo> = try await store.todos.fetch(.all.tagged([id]))
        let change: TodoKit.Change<TodoKit.Priority> = .set(.high)
        let record: TodoKit.Record.Type = TodoKit.Record.self
        let location: TodoKit.Location? = page.items.first?.location
        #expect(page.items.isEmpty && change.value == .high && location == nil && record == TodoKit.Record.self)
        let alarm: TodoKit.Alarm.Type = TodoKit.Alarm.self
        let settings: TodoKit.Settings.Type = TodoKit.Settings.self
        #expect(alarm == TodoKit.Alarm.self && settings == TodoKit.Settings.self)
        #expect(TodoKit.Query<TodoKit.Tag>.all.ascending(\.title) == .all.ascending(\.title))
    }
}
