import Foundation
import TodoDomain
import TodoKit

/// Everything about one to-do, beside a list or on a page of its own.
struct Detail {
    private let context: PageContext
    private let todo: Todo
    private var store: TodoStore { context.store }

    /// The to-do that the address asks to show beside the list; nil for none.
    static func open(_ context: PageContext) throws -> Todo.ID? {
        context.address.query["open"].flatMap { Todo.ID($0) }
    }

    /// The fields of that to-do; nil for none, or if it is gone.
    static func fields(_ context: PageContext) async throws -> Fields? {
        guard let id = try open(context) else { return nil }
        do {
            return try await Detail(context, context.store.todos.find(id)).fields()
        } catch let error as TodoError where error.code == .notFound {
            return ["gone": true, "close": context.address.with(["open": nil])]
        }
    }

    init(_ context: PageContext, _ todo: Todo) {
        self.context = context
        self.todo = todo
    }

    /// The fields of the template `detail`.
    func fields() async throws -> Fields {
        let text = context.dueText
        var fields = TodoRow(context: context, isOrdered: true).fields(todo).completed(TodoRow.names)
        fields["close"] = context.address.with(["open": nil])
        fields["inputs"] = inputs()
        // Longer than its field on a phone.
        fields["whole"] = todo.title.count > 30 ? todo.title : false
        fields["assigning"] = try await assigning() ?? false
        fields["placeNames"] = try await store.locations.fetch(.all.limit(200), source: .local).items.compactMap(
            \.placeName)
        fields["priorities"] = priorities()
        if let recurrence = todo.recurrence, recurrence.isComputed {
            fields["next"] = todo.nextDays(3).map { text.long(.day($0)) }
        }
        if let series = todo.series {
            fields["series"] = ["href": "/todos/\(series)", "skipped": todo.isSkipped] as Fields
        }
        fields["parents"] = todo.ancestors.map { ["title": $0.title, "href": "/todos/\($0.id)"] as Fields }
        fields["subtaskRows"] = try await subtasks()
        fields["repeating"] = todo.isRepeating
        fields["dated"] = !todo.isDone && (todo.due ?? todo.start) != nil
        fields["occurrence"] = todo.current?.key.description ?? false
        try await addDependencies(to: &fields)
        try await addComments(to: &fields)
        fields["created"] = text.long(todo.createdAt)
        fields["updated"] = text.long(todo.updatedAt)
        fields["history"] = try await history()
        fields["links"] = Self.links(in: todo.notes)
        for (flag, list) in [
            ("hasLinks", "links"), ("hasSubtasks", "subtaskRows"), ("hasDependents", "waitedForBy"),
            ("hasNext", "next"),
        ] where (fields[list] as? [Any])?.isEmpty == false {
            fields[flag] = true
        }
        fields["hasExtras"] = !todo.extras.isEmpty
        fields["owner"] = todo.id.rawValue
        fields["closeEncoded"] = FormFields.encoded(
            context.address.path.first == "todos" ? "/" : context.address.with(["open": nil]))
        fields["extras"] = todo.extras.sorted { $0.key < $1.key }.map {
            ["name": $0.key, "value": $0.value.string ?? $0.value.canonicalJSON] as Fields
        }
        return fields.completed(Self.names)
    }

    /// The fields that not every to-do has.
    private static let names = [
        "gone", "alone", "next", "hasNext", "series", "waitsFor", "waitedForBy", "hasLinks", "hasSubtasks",
        "hasDependents",
    ]

    // MARK: The form

    /// The label of a field, and examples of its values.
    private static func words(_ field: TodoForm.Field) -> (label: String, hint: String) {
        switch field {
        case .title: ("Title", "")
        case .due: ("Due", "tomorrow, friday 17:00, 2026-12-24")
        case .start: ("Starts", "monday, in 3 days")
        case .repeat: ("Repeats", "every 2 weeks, each 1st")
        case .reminders: ("Reminders", "10m, 18:00, arriving")
        case .priority: ("Priority", "")
        case .estimate: ("Takes", "45m, 1h30")
        case .tags: ("Tags", "home, shop")
        case .list: ("List", "inbox")
        case .place: ("Place", "Migros, or 47.37,8.54")
        case .notes: ("Notes", "")
        }
    }

    /// The label of a field.
    static func label(_ field: TodoForm.Field) -> String { words(field).label }

    /// The fields without an element of their own in the template.
    private static let others = TodoForm.Field.allCases.filter { ![.title, .priority, .notes].contains($0) }

    /// Each field as a text to edit, with what it was when the page was made.
    private func inputs() -> Fields {
        let part = todo.formPart(in: context.zone)
        let isMine = context.problem?.form["id"] == todo.id.rawValue
        let problems = isMine ? (context.problem?.error.underlying as? FieldProblems)?.reasons : nil
        let makes = (context.problem?.error.underlying as? FieldProblems)?.newList
        func input(_ field: TodoForm.Field) -> Fields {
            let (label, hint) = Self.words(field)
            let stored = part.values[field] ?? ""
            func sent(_ name: String) -> String? { context.problem?.typed(name, in: "edit", for: todo.id.rawValue) }
            // A field that the person left alone may have changed elsewhere since. Valid fields are stored.
            let isStored =
                sent(field.rawValue) == sent("was-\(field.rawValue)")
                || problems.map { $0[field.rawValue] == nil } == true
            let typed = isStored ? nil : sent(field.rawValue)
            var fields: Fields = [
                "name": field.rawValue, "label": label, "hint": hint, "was": stored, "value": typed ?? stored,
            ]
            if let reason = problems?[field.rawValue] { fields["problem"] = reason }
            if field == .list, isMine, let makes { fields["makes"] = makes }
            switch field {
            case .list: fields["options"] = "lists"
            case .place: fields["options"] = "places"
            case .tags: fields["options"] = "tags"
            default: break
            }
            fields["hand"] = byHand(field, stored) ?? false
            return fields.completed(["problem", "options", "makes"])
        }
        return [
            "title": input(.title), "notes": input(.notes), "others": Self.others.map(input),
            "priority": input(.priority),
        ]
    }

    private static let days = [
        ("today", "Today"), ("tomorrow", "Tomorrow"), ("weekend", "Weekend"), ("next week", "Next week"),
        ("none", "None"),
    ]
    private static let repetitions = [
        ("every day", "Every day"), ("every weekday", "Monday to Friday"), ("every week", "Every week"),
        ("every 2 weeks", "Every 2 weeks"), ("every month", "Every month"), ("every year", "Every year"),
        ("none", "Not any more"),
    ]
    private static let reminders = [
        ("when it is due", "When it is due"), ("10 minutes before", "10 minutes before"),
        ("1 hour before", "1 hour before"), ("1 day before", "1 day before"), ("none", "None"),
    ]

    /// The choices beside a field: a day and a time, or the usual values; nil where typing is as quick.
    private func byHand(_ field: TodoForm.Field, _ stored: String) -> Fields? {
        func choices(_ all: [(String, String)]) -> [Fields] {
            all.map { ["value": $0.0, "title": $0.1] }
        }
        let days = Self.days.map { (FormFields.encoded($0.0), $0.1) }
        switch field {
        case .due, .start:
            let parts = stored.split(separator: " ").map(String.init)
            return [
                "isDate": true, "act": field == .due ? "due" : "starts", "choices": choices(days),
                "day": parts.first ?? "", "time": parts.count > 1 ? parts[1] : "",
            ]
        case .repeat: return ["isDate": false, "choices": choices(Self.repetitions)]
        case .reminders: return ["isDate": false, "choices": choices(Self.reminders)]
        default: return nil
        }
    }

    /// The choice of who is to do it; nil for a to-do that is not shared, or that cannot be edited.
    private func assigning() async throws -> Fields? {
        guard let id = todo.space, let space = try await context.spaces()[id], space.state == .active,
            space.role != .viewer
        else { return nil }
        let typed = context.problem?.typed("member", in: "assign", for: todo.id.rawValue)
        let chosen = typed ?? todo.assignee ?? ""
        let members = space.members.map { member -> Fields in
            [
                "value": member.id, "title": member.label + (member.isMe ? " (you)" : ""),
                "chosen": member.id == chosen,
            ]
        }
        return ["choices": [["value": "", "title": "Nobody in particular", "chosen": false] as Fields] + members]
    }

    private func priorities() -> [Fields] {
        let current = todo.priority?.rawValue ?? ""
        return [("", "None"), ("low", "Low"), ("medium", "Medium"), ("high", "High")].map { value, title in
            ["value": value, "title": title, "current": value == current]
        }
    }

    // MARK: What belongs to it

    private func subtasks() async throws -> [String] {
        guard todo.subtasks.all > 0 else { return [] }
        let page = try await store.todos.fetch(
            .all.placed(in: .todo(todo.id)).ascending(\.manual).limit(200), source: .local)
        let row = TodoRow(context: context, omitsList: true, isOrdered: true, prefix: "d")
        return page.items.map { row.html($0, hiddenParents: 0) }
    }

    private func addDependencies(to fields: inout Fields) async throws {
        if !todo.dependsOn.isEmpty {
            let known = try await store.todos.fetch(.ids(todo.dependsOn), source: .local).items
            let ignored = try await store.ignoredDependencies(of: todo.id)
            fields["waitsFor"] = todo.dependsOn.map { id -> Fields in
                guard let target = known.first(where: { $0.id == id }) else {
                    return [
                        "id": id.rawValue, "title": "A to-do that is not known here", "missing": true, "done": false,
                        "ignored": false,
                    ]
                }
                return [
                    "id": id.rawValue, "title": target.title, "href": "/todos/\(id)", "done": target.isDone,
                    "ignored": ignored.contains(id), "missing": false,
                ]
            }
        }
        let dependents = try await store.todos.fetch(.all.dependents(of: todo.id).limit(50), source: .local).items
        if !dependents.isEmpty {
            fields["waitedForBy"] = dependents.map {
                ["title": $0.title, "href": "/todos/\($0.id)", "done": $0.isDone] as Fields
            }
        }
    }

    private func addComments(to fields: inout Fields) async throws {
        let here = try await store.device
        let names = try await store.sync.deviceNames.merging(store.memberNames) { own, _ in own }
        let refused = context.problem.flatMap { $0.isOf("comment-edit", for: nil) ? $0.form : nil }
        fields["commentRows"] = todo.comments.map { comment -> Fields in
            let typed = refused?["comment"] == comment.id.rawValue ? refused?["text"] : nil
            var row: Fields = [
                "id": comment.id.rawValue, "text": comment.text, "when": context.dueText.short(comment.createdAt),
                "typed": typed ?? comment.text, "refused": typed != nil,
            ]
            if let device = comment.device, device != here { row["device"] = names[device] ?? "another device" }
            return row.completed(["device"])
        }
    }

    /// The history of each field, newest first.
    private func history() async throws -> [Fields] {
        let steps = try await store.recentHistory(of: RecordKey(.todo, todo.id.rawValue), limit: 30)
        let text = try await store.historyText(
            naming: steps.reduce(into: Set<RecordKey>()) { $0.formUnion($1.mentioned) })
        return steps.map { HistoryRow.fields($0, of: todo.id, text).completed(["href", "moment"]) }
    }

    /// Web addresses in a text, which is shown as it is.
    static func links(in text: String) -> [Fields] {
        var links: [Fields] = []
        for word in text.split(whereSeparator: \.isWhitespace) where links.count < 20 {
            guard word.hasPrefix("https://") || word.hasPrefix("http://"), word.utf8.count < 2000,
                let url = URL(string: String(word)), url.host != nil
            else { continue }
            links.append(["href": String(word), "text": String(word.prefix(80))])
        }
        return links
    }
}
