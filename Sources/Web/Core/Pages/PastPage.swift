import Foundation
import TodoKit

/// Everything, or one to-do, as it was at any moment.
enum PastPage {
    /// How many to-dos are shown.
    static let most = 200

    static func content(_ context: PageContext) async throws -> PageContent {
        let query = context.address.query
        let steps = try await context.store.history(limit: 1)
        // One step before the first that is known is the beginning of the slider.
        let oldest = min(steps.first?.date ?? context.now, context.now)
        let (date, problem) = moment(query, context)
        let id = query.text("todo").flatMap { Todo.ID($0) }
        var fields: Fields = [
            "title": context.dueText.long(date), "slider": slider(from: oldest, at: date, context),
            "phrase": query.text("when") ?? "", "todo": id?.rawValue ?? "", "isOne": id != nil,
        ]
        if let problem { fields["problem"] = problem }
        do {
            if let id {
                try await one(id, context.store.past(at: date, todosFrom: id.rawValue), context, &fields)
            } else {
                all(try await context.store.pastOverview(at: date, limit: most), context, &fields)
            }
        } catch let error as TodoError {
            fields["problem"] = error.message
        }
        return PageContent(title: "As it was", template: "past", fields: fields)
    }

    /// The moment that is asked for: by the slider in milliseconds, or in words.
    private static func moment(_ query: FormFields, _ context: PageContext) -> (Date, problem: String?) {
        if let text = query.text("when") {
            do {
                return (
                    try PastPhrase.parse(
                        text, now: context.now, timeZone: context.zone, settings: context.settings.phrases), nil
                )
            } catch {
                return (context.now, (error as? TodoError)?.message)
            }
        }
        guard let number = query.text("at").flatMap({ Int64($0) }), Limits.time.contains(number) else {
            return (context.now, nil)
        }
        return (min(Date(milliseconds: number), context.now), nil)
    }

    private static func slider(from oldest: Date, at date: Date, _ context: PageContext) -> Fields {
        let now = context.now.milliseconds
        return [
            "min": oldest.milliseconds, "max": now, "value": min(max(date.milliseconds, oldest.milliseconds), now),
            // A thousand places, however long the history is.
            "step": max((now - oldest.milliseconds) / 1000, 1), "oldest": context.dueText.short(oldest),
            "words": context.dueText.long(date),
        ]
    }

    private static func all(_ past: PastOverview, _ context: PageContext, _ fields: inout Fields) {
        let text = DueText(now: past.date, timeZone: context.zone)
        let groups = Dictionary(grouping: past.items) { $0.list?.path ?? "Inbox" }
        fields["groups"] = groups.sorted { $0.key < $1.key }.map { path, items -> Fields in
            [
                "title": path,
                "rows": items.sorted { ($0.orderKey, $0.id) < ($1.orderKey, $1.id) }.map { row($0, text) },
            ]
        }
        fields["counts"] = "\(past.counts.open) to do, \(past.counts.done) done"
        if past.counts.open > past.items.count { fields["hidden"] = past.counts.open - past.items.count }
        fields["isEmpty"] = past.counts.all == 0
    }

    private static func row(_ todo: PastOverview.Item, _ text: DueText) -> Fields {
        var fields: Fields = ["title": todo.title, "href": "/past?at=\(text.now.milliseconds)&todo=\(todo.id)"]
        fields["due"] = todo.due.map(text.short) ?? false
        return fields
    }

    /// One to-do then, beside now.
    private static func one(
        _ id: Todo.ID, _ past: PastState, _ context: PageContext, _ fields: inout Fields
    ) async throws {
        guard let then = past.todos.first(where: { $0.id == id }) else {
            fields["missing"] = true
            return
        }
        let now: Todo?
        do { now = try await context.store.todos.find(id) } catch let error as TodoError where error.code == .notFound {
            now = nil
        }
        let (old, new) = (then.formPart(in: context.zone), now?.formPart(in: context.zone))
        fields["name"] = then.title
        fields["href"] = now == nil ? nil : "/todos/\(id)"
        fields["values"] = TodoForm.Field.allCases.compactMap { field -> Fields? in
            let (before, after) = (old.values[field] ?? "", new?.values[field] ?? "")
            guard !before.isEmpty || !after.isEmpty else { return nil }
            return ["field": field.rawValue, "then": before, "now": after, "differs": before != after]
        }
        fields["wasDone"] = then.isDone
        fields["isGone"] = now == nil
    }
}
