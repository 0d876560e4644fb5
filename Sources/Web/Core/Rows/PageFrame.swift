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
                    "step": false, "href": false, "link": false,
                ] as Fields
        } else if let note {
            fields["note"] =
                [
                    "text": note.text, "isFailure": note.isFailure, "isSaid": false,
                    "step": note.step?.description ?? false, "href": note.href ?? false,
                    "link": note.link ?? false,
                ] as Fields
        }
        fields["ringing"] = try await context.ringing().fields(context.dueText)
        fields["sync"] = Self.fields(context.sync, context.dueText)
        let side = PageSide(context, try await context.named(), try await context.counts())
        fields["names"] = side.names
        // The same beside the page and in the menu of narrow windows.
        fields["sideHTML"] = side.html
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
