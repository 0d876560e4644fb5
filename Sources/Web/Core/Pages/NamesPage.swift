import TodoKit

/// All tags, lists and views, to rename, colour, merge and delete them.
enum NamesPage {
    static func tags(_ context: PageContext) async throws -> PageContent {
        let counts = try await context.counts().tags
        let tags = try await context.store.tags.fetch(.all.ascending(\.title), source: .local).items
        let rows = tags.map { tag -> Fields in
            var fields = TodoRow.fields(tag)
            fields["id"] = tag.id.rawValue
            fields["open"] = counts[tag.id]?.open ?? 0
            fields["done"] = counts[tag.id]?.done ?? 0
            fields["form"] = context.form(
                "tag-edit", of: tag.id.rawValue, ["title": tag.title, "color": tag.color ?? ""])
            fields["merging"] = context.form("tag-merge", of: tag.id.rawValue, ["into": ""])
            return fields
        }
        return PageContent(title: "Tags", template: "tags", fields: ["rows": rows, "isEmpty": rows.isEmpty])
    }

    static func lists(_ context: PageContext) async throws -> PageContent {
        let counts = try await context.counts().lists
        let lists = TodoList.inTreeOrder(
            try await context.store.lists.fetch(.all.ascending(\.manual), source: .local).items)
        let views = try await context.store.views.fetch(.all.ascending(\.name), source: .local).items
        let rows = lists.map { list -> Fields in
            var fields: Fields = [
                "id": list.id.rawValue, "title": list.title, "path": list.path, "href": "/lists/\(list.id)",
                "level": min(list.ancestors.count, 4), "archived": list.isHidden, "isArchived": list.isArchived,
                "open": counts[list.id]?.open ?? 0, "done": counts[list.id]?.done ?? 0,
                "form": context.form(
                    "list-edit", of: list.id.rawValue, ["title": list.title, "color": list.color ?? ""]),
            ]
            if let color = TodoRow.color(list.color) { fields["color"] = color }
            return fields
        }
        return PageContent(
            title: "Lists and views", template: "lists",
            fields: [
                "rows": rows, "isEmpty": rows.isEmpty, "hasViews": !views.isEmpty,
                "views": views.map {
                    ["id": $0.id.rawValue, "title": $0.name, "filter": $0.text, "href": "/views/\($0.id)"] as Fields
                },
            ])
    }
}
