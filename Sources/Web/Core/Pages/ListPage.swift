import Foundation
import TodoDomain
import TodoKit

/// Lists of to-dos: the inbox, a list, a tag, a place, a saved view, what a filter or a search finds.
enum ListPage {
    /// How many rows come at once.
    static let size = 50

    static func inbox(_ context: PageContext) async throws -> PageContent {
        var list = Listing(title: "Inbox", query: .all.inbox)
        list.roots = .inInbox
        list.emptyText = "Nothing here. What you add without a list comes here first."
        return try await content(list, context)
    }

    static func everything(_ context: PageContext) async throws -> PageContent {
        var list = Listing(title: "All", query: .all)
        list.emptyText = "Nothing to do."
        return try await content(list, context)
    }

    static func list(_ context: PageContext) async throws -> PageContent {
        guard context.address.path.count == 2 else { throw Pages.missing }
        let list = try await context.store.lists.find(try context.id())
        var listing = Listing(title: list.title, query: .all.in(list))
        listing.roots = .inLists([list.id])
        listing.list = list
        if let id = list.space, let space = try await context.spaces()[id] {
            listing.fields["shared"] = PeoplePage.note(on: space)
        }
        listing.fields["path"] = list.ancestors.map { ["title": $0.title, "href": "/lists/\($0.id)"] as Fields }
        listing.fields["edit"] =
            [
                "act": "list", "isList": true, "hasColor": true, "id": list.id.rawValue, "archived": list.isArchived,
                "canShare": list.space == nil,
                "form": context.form(
                    "list-edit", of: list.id.rawValue, ["title": list.title, "color": list.color ?? ""]),
            ] as Fields
        listing.emptyText = "This list is empty."
        return try await content(listing, context)
    }

    static func tag(_ context: PageContext) async throws -> PageContent {
        guard context.address.path.count == 2 else { throw Pages.missing }
        let tag = try await context.store.tags.find(try context.id())
        var listing = Listing(title: "#" + tag.title, query: .all.tagged(tag))
        listing.preset = tag.title.contains(" ") ? "+\"\(tag.title)\" " : "+\(tag.title) "
        listing.fields["edit"] =
            [
                "act": "tag", "hasColor": true, "id": tag.id.rawValue,
                "form": context.form("tag-edit", of: tag.id.rawValue, ["title": tag.title, "color": tag.color ?? ""]),
            ] as Fields
        listing.emptyText = "Nothing open has this tag."
        return try await content(listing, context)
    }

    static func place(_ context: PageContext) async throws -> PageContent {
        guard context.address.path.count == 2 else { throw Pages.missing }
        let place = try await context.store.locations.find(try context.id())
        var listing = Listing(title: TodoRow.name(of: place), query: .all.located(place))
        listing.emptyText = "Nothing is to be done here."
        return try await content(listing, context)
    }

    static func view(_ context: PageContext) async throws -> PageContent {
        guard context.address.path.count == 2 else { throw Pages.missing }
        let view = try await context.store.views.find(try context.id())
        var listing = Listing(title: view.name, query: .all)
        listing.fields["edit"] =
            [
                "act": "view", "id": view.id.rawValue,
                "form": context.form("view-edit", of: view.id.rawValue, ["title": view.name]),
            ] as Fields
        do {
            let filter = try await context.store.filter(of: view, settings: context.settings.phrases)
            listing.fields["filter"] = filter.description
            listing.query = try filter.query(
                now: context.now, timeZone: context.zone, settings: context.settings.phrases,
                names: try await context.store.names(in: filter, settings: context.settings.phrases),
                byDefault: .isDone(false))
            listing.isFilter = true
        } catch let error as TodoError {
            // An invalid view does not stop the page, and can still be corrected.
            listing.query = Query<Todo>.ids([])
            listing.fields["problem"] = error.message
        }
        listing.emptyText = "Nothing is found."
        return try await content(listing, context)
    }

    static func find(_ context: PageContext) async throws -> PageContent {
        let text = context.address.query["q"] ?? ""
        var listing = Listing(title: text.isEmpty ? "Search" : "“\(text)”", query: .ids([]))
        let isRefused = context.problem?.isOf("view-add", for: nil) ?? false
        listing.fields["find"] = ["text": text, "isEmpty": text.isEmpty, "refused": isRefused] as Fields
        listing.isFilter = true
        listing.emptyText = text.isEmpty ? "Type words, or a filter such as due:..today tag:home." : "Nothing is found."
        if !text.isEmpty {
            do {
                listing.query = try await context.store.query(
                    matching: text, byDefault: .isDone(false), settings: context.settings.phrases)
            } catch let error as TodoError {
                listing.fields["problem"] = error.message
                if let problem = error.underlying as? TodoFilter.Problem {
                    listing.fields["place"] = FilterPlace.fields(problem, in: text)
                }
            }
        }
        return try await content(listing, context)
    }

    // MARK: The rows

    /// The query, and what the page says about it.
    private struct Listing {
        let title: String
        var query: Query<Todo>
        /// The trees whose manual order is shown where no other order is asked for.
        var roots: TreeRoots?
        var list: TodoList?
        var preset = ""
        var emptyText = ""
        /// Whether the query itself says which of the open and the done ones are meant.
        var isFilter = false
        var fields: Fields = [:]
    }

    private static func content(_ listing: Listing, _ context: PageContext) async throws -> PageContent {
        let query = context.address.query
        let open = try Detail.open(context)
        var listing = listing
        let showsDone = query["done"] == "1"
        if !listing.isFilter, !showsDone { listing.query = listing.query.open }
        var row = TodoRow(context: context, omitsList: listing.list != nil, open: open)
        let sort = query["sort"] ?? ""
        if let key = Todo.SortKey(rawValue: sort), key != .manual {
            listing.query.order = Todo.usualOrder(by: key)
            listing.roots = nil
        }
        var fields = listing.fields
        let rows: [String]
        let next: String?
        if let roots = listing.roots {
            row.isOrdered = true
            (rows, next) = try await trees(listing.query, of: roots, row, context)
        } else {
            (rows, next) = try await page(listing.query, row, context)
        }
        fields["rows"] = rows.joined()
        if let next { fields["next"] = next }
        if rows.isEmpty, query["after"] == nil, query["page"] == nil { fields["empty"] = listing.emptyText }
        if query["part"] == "rows" {
            return PageContent(title: listing.title, template: "rows", fields: fields)
        }
        fields["title"] = listing.title
        fields["total"] = try await context.total(listing.query)
        fields["ordered"] = listing.roots != nil
        fields["here"] = context.address.with(["open": nil])
        fields["done"] =
            [
                "shown": showsDone, "href": context.address.with(["done": showsDone ? nil : "1"]),
                "possible": !listing.isFilter,
            ] as Fields
        fields["orders"] = orders(hasManual: listing.list != nil || context.address.path == ["inbox"], sort, context)
        if !rows.isEmpty { fields["selecting"] = context.selecting }
        if let detail = try await Detail.fields(context) { fields["detail"] = detail }
        return PageContent(
            title: listing.title, template: "list", fields: fields, list: listing.list?.id, preset: listing.preset)
    }

    private static func orders(hasManual: Bool, _ current: String, _ context: PageContext) -> [Fields] {
        let all: [(name: String, title: String)] = [
            ("", hasManual ? "Manual" : "Usual"), ("due", "Due"), ("priority", "Priority"), ("title", "Title"),
            ("created", "Newest"), ("updated", "Last edited"),
        ]
        return all.map { order in
            [
                "title": order.title, "current": order.name == current,
                "href": context.address.with(["sort": order.name.isEmpty ? nil : order.name]),
            ]
        }
    }

    /// A part of a list, and the address of the next one.
    private static func page(
        _ query: Query<Todo>, _ row: TodoRow, _ context: PageContext
    ) async throws -> (rows: [String], next: String?) {
        var query = query.limit(size)
        if let text = context.address.query["after"] {
            guard let cursor = Cursor(text) else {
                throw TodoError(.badCursor, "“\(text.prefix(50))” is not a cursor.")
            }
            query = query.after(cursor, size: size)
        }
        let page = try await context.store.todos.fetch(query, source: .local)
        var row = row
        row.syncStates = try await states(of: page.items, context)
        row.spaces = try await context.spaces(of: page.items)
        return (
            page.items.map { row.html($0) },
            page.nextCursor.map { context.address.with(["after": $0.description]) }
        )
    }

    /// The same for trees, each before its subtasks.
    private static func trees(
        _ query: Query<Todo>, of roots: TreeRoots, _ row: TodoRow, _ context: PageContext
    ) async throws -> (rows: [String], next: String?) {
        let number = context.address.query["page"].flatMap { Int($0) } ?? 0
        guard 0...1_000_000 ~= number else { throw TodoError(.badPage, "There is no page \(number).") }
        let page = try await context.store.treePage(
            query.ascending(\.manual).page(number, size: size), of: roots, source: .local)
        var row = row
        row.syncStates = try await states(of: page.items.map(\.todo), context)
        row.spaces = try await context.spaces(of: page.items.map(\.todo))
        return (
            page.items.map { row.html($0.todo, level: $0.level, hiddenParents: $0.hiddenParents) },
            page.nextCursor.map { _ in context.address.with(["page": String(number + 1)]) }
        )
    }

    private static func states(
        of todos: [Todo], _ context: PageContext
    ) async throws -> [Todo.ID: RecordSyncState] {
        guard context.sync.remote != nil else { return [:] }
        return try await context.store.syncState(of: todos.map(\.id))
    }
}
