import GRDB
import Testing
import TodoDomain
import TodoKit

/// `Tag` is a type of Swift Testing as well, `Record` one of GRDB, and the others are names that an app may have itself.
@Suite("Names that others have too are reached through the module")
struct QualifiedNamesTests {
    @Test("a tag, a page, a change, a record, a priority")
    func names() async throws {
        let store = try TodoKit.TodoStore.inMemory()
        let tag: TodoKit.Tag = try await store.tags.findOrCreate(titled: "shop")
        let id: TodoKit.Tag.ID = tag.id
        let page: TodoKit.Page<TodoKit.Todo> = try await store.todos.fetch(.all.tagged([id]))
        let change: TodoKit.Change<TodoKit.Priority> = .set(.high)
        let record: TodoDomain.Record.Type = TodoDomain.Record.self
        let location: TodoKit.Location? = page.items.first?.location
        #expect(page.items.isEmpty && change.value == .high && location == nil && record == TodoDomain.Record.self)
        let alarm: TodoDomain.Alarm.Type = TodoDomain.Alarm.self
        let settings: TodoDomain.Settings.Type = TodoDomain.Settings.self
        #expect(alarm == TodoDomain.Alarm.self && settings == TodoDomain.Settings.self)
        // One type by both names, so that a library and an app may spell it differently.
        #expect(ObjectIdentifier(TodoDomain.Tag.self) == ObjectIdentifier(TodoKit.Tag.self))
        #expect(TodoKit.Query<TodoKit.Tag>.all.ascending(\.title) == .all.ascending(\.title))
    }
}
