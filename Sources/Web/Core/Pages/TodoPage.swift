import TodoKit

/// One to-do on a page of its own.
enum TodoPage {
    static func content(_ context: PageContext) async throws -> PageContent {
        guard context.address.path.count == 2 else { throw Pages.missing }
        let todo = try await context.store.todos.find(try context.id())
        var fields = try await Detail(context, todo).fields()
        fields["alone"] = true
        // The view is noted, as `todo show` does. The page is shown even if that fails.
        _ = context.store.recents.noteView(of: todo.id)
        return PageContent(
            title: todo.title, template: "todo", fields: ["detail": fields], list: todo.list?.id)
    }
}
