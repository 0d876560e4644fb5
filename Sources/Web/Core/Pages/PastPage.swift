import Foundation
import TodoDomain
import TodoKit

/// Everything, or one to-do, as it was at any moment.
enum PastPage {
    /// How many to-dos are shown.
    static let most = 200
    /// How many to-dos are named that were made since.
    private static let mostNew = 20

    static func content(_ context: PageContext) async throws -> PageContent {
        let query = context.address.query
        let steps = try await context.store.history(limit: 1)
        // The slider begins one step before the first known one.
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
                try await all(try await context.store.pastOverview(at: date, limit: most), context, &fields)
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
            // The slider has a thousand positions, for a history of any length.
            "step": max((now - oldest.milliseconds) / 1000, 1), "oldest": context.dueText.short(oldest),
            "words": context.dueText.long(date),
        ]
    }

    private static func all(
        _ past: PastOverview, _ context: PageContext, _ fields: inout Fields
    ) async throws {
        let text = DueText(now: past.date, timeZone: context.zone)
        let page = try await context.store.todos.fetch(.ids(past.items.map(\.id)), source: .local)
        let now = Dictionary(page.items.map { ($0.id, $0) }) { first, _ in first }
        let groups = Dictionary(grouping: past.items) { $0.list?.path ?? "Inbox" }
        fields["groups"] = groups.sorted { $0.key < $1.key }.map { path, items -> Fields in
            [
                "title": path,
                "rows": items.sorted { ($0.orderKey, $0.id) < ($1.orderKey, $1.id) }.map {
                    row($0, text, since: differences(from: $0, to: now[$0.id], context.dueText))
                },
            ]
        }
        fields["counts"] = "\(past.counts.open) to do, \(past.counts.done) done"
        if past.counts.open > past.items.count { fields["hidden"] = past.counts.open - past.items.count }
        fields["isEmpty"] = past.counts.all == 0
        // A to-do that was made at that very moment was there.
        let later = Date(milliseconds: past.date.milliseconds + 1)
        let new = try await context.store.todos.fetch(
            Query<Todo>.all.filter(.time(.created, from: later, until: nil)).descending(\.createdAt).limit(mostNew)
                .countingTotal(), source: .local)
        if let total = new.total, total > 0 {
            fields["new"] =
                [
                    "rows": new.items.map { ["title": $0.title, "href": "/todos/\($0.id)"] as Fields },
                    "hidden": total > new.items.count ? total - new.items.count : false,
                ] as Fields
        }
    }

    /// The differences now of a to-do that was open then: `done since`, `now due tomorrow`.
    private static func differences(from then: PastOverview.Item, to now: Todo?, _ text: DueText) -> [String] {
        guard let now else { return ["deleted since"] }
        var found: [String] = []
        if now.isDone { found.append(now.isSkipped ? "skipped since" : "done since") }
        if now.title != then.title { found.append("now called “\(now.title)”") }
        if now.due != then.due, !now.isDone {
            found.append(now.due.map { "now due \(text.short($0))" } ?? "no longer dated")
        }
        if now.list?.id != then.list?.id { found.append("now in \(now.list?.path ?? "the inbox")") }
        return found
    }

    private static func row(_ todo: PastOverview.Item, _ text: DueText, since: [String]) -> Fields {
        var fields: Fields = ["title": todo.title, "href": "/past?at=\(text.now.milliseconds)&todo=\(todo.id)"]
        fields["due"] = todo.due.map(text.short) ?? false
        fields["since"] = since.map { ["text": $0] as Fields }
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
            let parts = WordDifference(from: before, to: after).shortened().parts
            return [
                "field": Detail.label(field), "then": before, "now": after,
                "differs": before != after && now != nil,
                "parts": parts.filter { $0.kind != .removed }.map { part -> Fields in
                    ["text": part.text, "added": part.kind == .added]
                },
            ]
        }
        fields["wasDone"] = then.isDone
        fields["isGone"] = now == nil
    }
}
