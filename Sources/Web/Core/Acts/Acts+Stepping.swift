import Foundation
import TodoDomain
import TodoKit

extension Acts {
    /// Undo, syncing, conflicts and settings.
    static let stepping: [String: Act] = [
        "undo": { form, context in
            // The button beside an action undoes that action, never a newer one.
            if let step = form.text("step").flatMap({ HistoryToken($0) }),
                let next = try await context.store.undoableSteps(limit: 1).first, next.token != step
            {
                let text = try await context.store.historyText(naming: next.mentioned)
                throw TodoError(.undoConflict, "Nothing was undone: the last step is now \(text.action(next)).")
            }
            let report = try await context.store.undo(1, isForced: form["force"] == "1")
            return Outcome(text: try await words("Undone", report, context), isUndoable: false)
        },
        "redo": { form, context in
            let report = try await context.store.redo(1, isForced: form["force"] == "1")
            return Outcome(text: try await words("Redone", report, context))
        },
        "sync": { _, context in
            let report = try await context.store.sync.sync()
            return Outcome(
                text: "Synced: \(report.pulled) received, \(report.pushed) sent.", isUndoable: false)
        },
        "take-back": { form, context in
            try await context.store.sync.takeBack(form.all("conflict"), force: form["force"] == "1")
            return Outcome(text: "The other version is in use now.")
        },
        "dismiss": { form, context in
            try await context.store.sync.dismiss(form.all("conflict"))
            return Outcome(text: "Kept as it is.", isUndoable: false)
        },
        "retry": { _, context in
            try await context.store.sync.retry(try await context.store.sync.quarantined().map(\.key))
            return Outcome(text: "Tried again at the next sync.", isUndoable: false)
        },
        "device": { form, context in
            let name = try form.required("title")
            try await context.store.sync.setDeviceName(name)
            return Outcome(text: "This device is called “\(name)”.", isUndoable: false)
        },
        "remote": { form, context in
            let sync = context.store.sync
            let (url, user) = (try form.required("url"), try form.required("user"))
            let isMerging = form["merging"] == "1"
            // Settings that the form does not show stay.
            let known = try await sync.remote.flatMap { $0.url == url ? $0 : nil }
            var configuration = known ?? RemoteConfiguration(url: url, user: user)
            configuration.user = user
            configuration.isAutomatic = form["automatic"] == "1"
            if let token = form.text("remote-token") {
                configuration.credentials = .kept
                try await sync.setRemote(configuration, token: token, merging: isMerging)
            } else if known?.user == user {
                try await sync.setRemote(configuration, merging: isMerging)
            } else {
                throw TodoError(
                    .usage, "Type the token with which “\(user)” signs in at \(url).", effect: .nothingChanged)
            }
            if configuration.isAutomatic { await sync.start() } else { await sync.stop() }
            return Outcome(
                text: "The remote is set.", isUndoable: false,
                lasting: known?.user == user ? nil : "the remote \(url), as “\(user)”.")
        },
        "setting": { form, context in
            let name = try form.required("name")
            let isProtected = Settings.Key.all.contains { $0.isProtected && $0.name == name.lowercased() }
            guard !isProtected else {
                throw TodoError(
                    .usage,
                    """
                    “\(name)” names what this machine runs, reads, serves or sends reminders to: set it there, with todo config.
                    """)
            }
            // A box that is not ticked is not sent.
            let value = form.text("value") ?? form.text("unticked")
            try context.file.set(name, to: value, commands: [], environment: context.store.stack.environment)
            return Outcome(
                text: "Saved: \(name) is \(value.map { "“\($0.prefix(80))”" } ?? "as usual").", isUndoable: false)
        },
    ]

    private static func words(_ word: String, _ report: UndoReport, _ context: ActContext) async throws -> String {
        let all = report.steps + report.passed
        let keys = all.reduce(into: Set(report.left.map(\.key))) { $0.formUnion($1.mentioned) }
        let text = try await context.store.historyText(naming: keys)
        guard !report.steps.isEmpty else {
            return "Not \(word.lowercased()), as all of it was changed meanwhile: "
                + all.map(text.action).joined(separator: ", ") + "."
        }
        let steps = report.steps.map(text.action).joined(separator: ", ")
        guard !report.left.isEmpty else { return "\(word): \(steps)." }
        let fields = Set(report.left.map { HistoryText.word(for: $0.field, of: $0.key.kind) }).sorted().joined(
            separator: ", ")
        return "\(word): \(steps). Left as it is, since it was changed meanwhile: \(fields)."
    }
}
