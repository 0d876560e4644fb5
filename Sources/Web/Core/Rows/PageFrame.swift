import Foundation
import TodoDomain
import TodoKit

/// The frame of each page: the lists and tags beside it, search, quick add, undo, the state of syncing.
struct PageFrame {
    private let context: PageContext
    private var store: TodoStore { context.store }

    init(_ context: PageContext) { self.context = context }

    /// The fields of the template `layout`.
    func fields(_ content: PageContent, note: Note?, version: String) async throws -> Fields {
        let undo = try await context.undo()
        var fields: Fields = [
            "title": content.title, "page": content.template, "token": context.session.formToken, "version": version,
            "back": context.address.text,
            "history": context.history, "search": context.address.query["q"] ?? "",
            "selects": context.isSelecting, "add": add(content), "here": context.address.text,
        ]
        let priority = context.problem?.typed("priority", in: "change") ?? ""
        fields["manyPriorities"] = Self.priorities.map {
            ["value": $0.value, "title": $0.title, "chosen": $0.value == priority] as Fields
        }
        if let step = undo.undo { fields["undo"] = step.title }
        if let step = undo.redo { fields["redo"] = step.title }
        if let problem = context.problem {
            fields["note"] =
                [
                    "text": problem.error.message, "isFailure": true, "isSaid": problem.isSaid(on: context.address),
                    "step": false, "href": false,
                ] as Fields
        } else if let note {
            fields["note"] =
                [
                    "text": note.text, "isFailure": note.isFailure, "isSaid": false,
                    "step": note.step?.description ?? false, "href": note.href ?? false,
                ] as Fields
        }
        fields["ringing"] = try await context.ringing().fields(context.dueText)
        let side = try await side()
        fields["side"] = side
        fields["names"] = context.templates.part(
            "names", side.filter { ["lists", "tags"].contains($0.key) }.merging(["colours": NamedColor.usual]) { $1 })
        // The same beside the page and in the menu of narrow windows.
        let surroundings: Fields = ["token": context.session.formToken, "back": context.address.text]
        fields["sideHTML"] = context.templates.part("side", side.merging(surroundings) { mine, _ in mine })
        return fields
    }

    /// The choices in the form for many to-dos.
    private static let priorities: [(value: String, title: String)] = [
        ("", "as it is"), ("high", "High"), ("medium", "Medium"), ("low", "Low"), ("none", "None"),
    ]

    private func add(_ content: PageContent) -> Fields {
        // The line for subtasks is a form of its own.
        let problem = context.problem.flatMap { $0.form["parent"] == nil ? $0 : nil }
        var fields: Fields = ["line": problem?.typed("line", in: "add") ?? content.preset]
        if let list = content.list { fields["list"] = list.rawValue }
        if let problem, problem.act == "add" { fields["problem"] = problem.error.message }
        return fields
    }

    // MARK: Beside the page

    private func side() async throws -> Fields {
        let path = context.address.path
        func item(_ title: String, _ href: String, _ count: Int? = nil, isCurrent: Bool) -> Fields {
            var item: Fields = ["title": title, "href": href, "current": isCurrent]
            item["count"] = (count ?? 0) > 0 ? count as Any : false
            item["color"] = false
            return item
        }
        let lists = TodoList.inTreeOrder(
            try await store.lists.fetch(.all.unarchived.ascending(\.manual), source: .local).items)
        let all = try await context.counts()
        let (counts, tagCounts) = (all.lists, all.tags)
        let tags = try await store.tags.fetch(.all.ascending(\.title), source: .local).items
        let views = try await store.views.fetch(.all.ascending(\.name), source: .local).items
        let status = try await store.sync.status
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
                item("Conflicts", "/conflicts", status.conflicts, isCurrent: path.first == "conflicts"),
                item("Devices and sync", "/sync", isCurrent: path.first == "sync"),
                item("Settings", "/settings", isCurrent: path.first == "settings"),
            ],
            "lists": lists.map { list -> Fields in
                var fields = item(
                    list.title, "/lists/\(list.id)", counts[list.id]?.open,
                    isCurrent: path.first == "lists" && path.last == list.id.rawValue)
                fields["level"] = min(list.ancestors.count, 4)
                fields["id"] = list.id.rawValue
                fields["path"] = list.path
                if let color = TodoRow.color(list.color) { fields["color"] = color }
                return fields
            },
            "tags": tags.filter { (tagCounts[$0.id]?.open ?? 0) > 0 }.prefix(Self.mostTags).map { tag -> Fields in
                var fields = item(
                    tag.title, "/tags/\(tag.id)", tagCounts[tag.id]?.open,
                    isCurrent: path.first == "tags" && path.last == tag.id.rawValue)
                if let color = TodoRow.color(tag.color) { fields["color"] = color }
                return fields
            },
            "views": views.map { view in
                item(
                    view.name, "/views/\(view.id)",
                    isCurrent: path.first == "views" && path.last == view.id.rawValue)
            },
            "sync": Self.fields(status, context.dueText),
        ]
        fields["hasTags"] = !tagCounts.isEmpty
        fields["hasViews"] = !views.isEmpty
        return fields
    }

    /// How many tags are shown beside each page; the page of tags has all.
    private static let mostTags = 30

    /// The state of syncing, as each page shows it.
    static func fields(_ status: SyncStatus, _ text: DueText) -> Fields {
        guard status.remote != nil else { return ["state": "none", "text": "On this device only"] }
        let waits = status.pending + status.quarantined + status.waiting
        if case .syncing = status.activity { return ["state": "busy", "text": "Syncing…"] }
        if let failure = status.failure {
            return ["state": "failed", "text": "Offline", "detail": failure.message, "waits": waits] as Fields
        }
        var fields: Fields = ["state": waits > 0 ? "waits" : "fine"]
        fields["text"] =
            waits > 0 ? "\(waits) to send" : status.lastSynced.map { "Synced " + text.short($0) } ?? "Not synced yet"
        return fields
    }
}
