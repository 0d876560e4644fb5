import Foundation
import JSON
import TodoDomain
import TodoKit

// The tools that read the history and undo steps.
extension ToolRun {
    /// The name by which an assistant calls itself.
    private static let me = "me"
    /// The maximum number of steps that are searched for those within a list.
    private static let mostLookedAt = 500

    func history(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        let record = try await arguments.text("id").asyncMap { RecordKey(try await todo($0)) }
        let by = try arguments.text("by")
        let limit = try arguments.number("limit", in: 1...AssistantLimits.mostRows) ?? 20
        try check(arguments)
        let isMine = by?.lowercased() == Self.me
        let looked = isMine || scope != nil ? Self.mostLookedAt : limit
        var steps = try await store.recentHistory(of: record, by: isMine ? client.name : by, limit: looked)
        if isMine { steps = steps.filter { $0.client == client } }
        steps = try await withinScope(steps)
        return try await result("items", Array(steps.prefix(limit)))
    }

    func undo(_ arguments: inout Arguments, _ check: ArgumentCheck) async throws -> ToolResult {
        let count = try arguments.number("steps", in: 1...100)
        let by = try arguments.text("by")
        let since = try arguments.text("since").map(clock.beginning)
        let isTrial = try arguments.flag("dry_run")
        try check(arguments)
        guard (count == nil) != (by == nil), since == nil || by != nil else {
            throw TodoError(.usage, "Give either steps, or by with since.")
        }
        let isMine = by?.lowercased() == Self.me
        guard isMine || scope == nil else {
            throw TodoError(
                .usage, "Within one list only what this conversation did can be taken back: by: \(Self.me).")
        }
        let report: UndoReport
        if let by {
            guard isMine || since != nil else { throw arguments.missing("since, such as “1 hour ago”") }
            report = try await store.undo(
                by: isMine ? client.name : by, in: isMine ? client.conversation : nil, since: since ?? .distantPast,
                isTrial: isTrial)
        } else if isTrial {
            report = UndoReport(steps: try await store.undoableSteps(limit: count ?? 1))
        } else {
            report = try await store.undo(count ?? 1)
        }
        var result = try await result("undone", report.steps)
        let text = try await store.historyText(naming: Set(report.left.map(\.key)))
        result.members["left"] = .array(
            report.left.map {
                ["id": .string($0.key.id), "field": .string(VisibleText.of($0.field.rawValue))]
            })
        result.members["dryRun"] = .bool(isTrial)
        result.lines += report.left.map { "left as it is: \(VisibleText.line(text.conflict($0)))" }
        return result
    }

    private func result(_ member: String, _ steps: [HistoryTransaction]) async throws -> ToolResult {
        let text = try await store.historyText(naming: steps.reduce(into: []) { $0.formUnion($1.mentioned) })
        let words = steps.map { VisibleText.line(text.action($0)) }
        let items: [JSONValue] = zip(steps, words).map { step, words in
            [
                "at": .string(step.date.rfc3339), "by": step.client.map { .string($0.name) } ?? .null,
                "what": .string(words),
            ]
        }
        let lines = zip(steps, words).map { step, words in
            "\(clock.text.short(step.date)) \(step.client?.name ?? "-"): \(words)"
        }
        return ToolResult([member: .array(items)], lines: lines)
    }

    /// The steps, with their changes to to-dos within the scope. Steps without such a change are left out.
    private func withinScope(_ steps: [HistoryTransaction]) async throws -> [HistoryTransaction] {
        guard scope != nil else { return steps }
        let ids = Set(steps.flatMap(\.changes).filter { $0.kind == .todo }.compactMap { Todo.ID($0.id) })
        let seen = Set(
            try await store.todos.fetch(within(Query.ids(Array(ids))), source: .local).items.map(\.id.rawValue))
        return steps.compactMap { step in
            let changes = step.changes.filter { $0.kind == .todo && seen.contains($0.id) }
            guard !changes.isEmpty else { return nil }
            return HistoryTransaction(
                token: step.token, date: step.date, device: step.device, process: step.process, author: step.author,
                action: step.action, changes: changes, client: step.client)
        }
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        if let self { try await transform(self) } else { nil }
    }
}
