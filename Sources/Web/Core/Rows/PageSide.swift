import TodoDomain
import TodoKit

/// What stands beside each page: the pages, lists, tags and views. It is made again only if something in it has changed.
struct PageSide {
    private let context: PageContext
    private let named: Named
    private let counts: Counts
    private var path: [String] { context.address.path }

    init(_ context: PageContext, _ named: Named, _ counts: Counts) {
        self.context = context
        self.named = named
        self.counts = counts
    }

    /// How many tags are shown beside each page; the page of tags has all.
    private static let mostTags = 30

    /// The tags that are shown.
    private var tags: some Sequence<Tag> {
        named.tags.lazy.filter { (counts.tags[$0.id]?.open ?? 0) > 0 }.prefix(Self.mostTags)
    }

    /// The names that fields suggest, as HTML.
    var names: String {
        context.templates.part("names", of: NamesSource(named: named.history, counts: counts.history)) {
            [
                "lists": named.lists.map { ["path": $0.path] as Fields },
                "tags": tags.map { ["title": $0.title] as Fields }, "colours": NamedColor.usual,
            ]
        }
    }

    /// All of it as HTML.
    var html: String {
        let source = Source(
            named: named.history, counts: counts.history, conflicts: context.sync.conflicts,
            token: context.session.formToken, back: context.address.text)
        return context.templates.part("side", of: source) { fields }
    }

    /// All that the names follow from.
    private struct NamesSource: Hashable, Sendable {
        let named: Int64
        let counts: Int64
    }

    /// All that the rest follows from.
    private struct Source: Hashable, Sendable {
        let named: Int64
        let counts: Int64
        let conflicts: Int
        let token: String
        let back: String
    }

    private var fields: Fields {
        var fields: Fields = [
            "pages": [
                item("Agenda", "/", isCurrent: path.isEmpty), item("Inbox", "/inbox", isCurrent: path == ["inbox"]),
                item("Calendar", "/calendar", isCurrent: path == ["calendar"]),
                item("All", "/all", isCurrent: path == ["all"]),
            ],
            "more": [
                item("History", "/history", isCurrent: path.first == "history"),
                item("Time travel", "/past", isCurrent: path.first == "past"),
                item("What was done", "/report", isCurrent: path.first == "report"),
                item("Places", "/places", isCurrent: path == ["places"]),
                item("People", "/people", isCurrent: path.first == "people"),
                item("Conflicts", "/conflicts", context.sync.conflicts, isCurrent: path.first == "conflicts"),
                item("Devices and sync", "/sync", isCurrent: path.first == "sync"),
                item("Settings", "/settings", isCurrent: path.first == "settings"),
            ],
            "lists": named.lists.map { list -> Fields in
                var fields = item(
                    list.title, "/lists/\(list.id)", counts.lists[list.id]?.open,
                    isCurrent: isCurrent("lists", list.id.rawValue))
                fields["level"] = min(list.ancestors.count, 4)
                fields["id"] = list.id.rawValue
                if let color = TodoRow.color(list.color) { fields["color"] = color }
                return fields
            },
            "tags": tags.map { tag -> Fields in
                var fields = item(
                    tag.title, "/tags/\(tag.id)", counts.tags[tag.id]?.open,
                    isCurrent: isCurrent("tags", tag.id.rawValue))
                if let color = TodoRow.color(tag.color) { fields["color"] = color }
                return fields
            },
            "views": named.views.map { view in
                item(view.name, "/views/\(view.id)", isCurrent: isCurrent("views", view.id.rawValue))
            },
            "token": context.session.formToken, "back": context.address.text,
        ]
        fields["hasTags"] = !counts.tags.isEmpty
        fields["hasViews"] = !named.views.isEmpty
        return fields
    }

    private func isCurrent(_ kind: String, _ id: String) -> Bool { path.first == kind && path.last == id }

    private func item(_ title: String, _ href: String, _ count: Int? = nil, isCurrent: Bool) -> Fields {
        var item: Fields = ["title": title, "href": href, "current": isCurrent]
        item["count"] = (count ?? 0) > 0 ? count as Any : false
        item["color"] = false
        return item
    }
}
