public import Foundation
public import TodoDomain

/// What was undone or redone.
public struct UndoReport: Hashable, Sendable {
    /// The steps as they were first done, in the order in which they were taken back or done again.
    public internal(set) var steps: [HistoryTransaction] = []
    /// What was left as it is, because it was changed since.
    public internal(set) var left: [UndoConflict] = []
}

/// A field that a step wrote and that has been changed since by something that is not being undone.
public struct UndoConflict: Hashable, Sendable {
    /// Which record.
    public let key: RecordKey
    /// Which of its fields, by the names of ``HistoryChange/field``.
    public let field: String
    /// The device that wrote it since.
    public let device: DeviceID
    /// When it was written there.
    public let date: Date
    /// Whether that was another device.
    public let isElsewhere: Bool
}

/// Why a step was not undone: carried by a ``TodoError`` with the code `undo-conflict`.
public struct UndoConflicts: Error, Hashable, Sendable {
    /// All fields in question.
    public let conflicts: [UndoConflict]
}

/// Why nothing was undone after a restore: carried by a ``TodoError`` with the code `nothing-to-undo`.
public struct RestoredBackup: Error, Hashable, Sendable {
    /// When the backup was restored.
    public let date: Date
    /// The backup of what was there before; nil if there is none, or its removal.
    public let previous: String?
}

extension TodoError {
    /// A restore is not undone: it wrote no edits, and what was there before may be older than what has been synced since.
    static func restored(_ step: StepRow, previous backups: AutomaticBackups?) -> TodoError {
        let date = Date(milliseconds: step.at)
        let previous = backups?.backup(of: .restore, at: date)
        let rest = previous.map { "what was there before is kept in \($0)" } ?? "what was there before is not kept"
        return TodoError(
            .nothingToUndo,
            """
            The last thing that was done here was to restore a backup, which is no edit that could be undone; \(rest).
            """,
            remedies: [.force("the steps before it, as the backup has them, are undone")]
                + (previous.map { [.restore($0)] } ?? []),
            underlying: RestoredBackup(date: date, previous: previous))
    }

    /// The refusal of a step, with the first field in question in words and all of them underneath.
    static func refused(_ verb: String, _ conflicts: [UndoConflict]) -> TodoError {
        guard let first = conflicts.first else { return TodoError(.undoConflict, "The step cannot be \(verb).") }
        let place = first.isElsewhere ? "another device (\(first.device))" : "this device"
        let more = conflicts.count > 1 ? ", and \(conflicts.count - 1) more" : ""
        return TodoError(
            .undoConflict,
            """
            Nothing was \(verb): \(first.words) was changed on \(place) at \(first.date.formatted(.iso8601))\(more).
            """,
            remedies: [.force("the rest is \(verb), and what was changed since is left as it is")],
            underlying: UndoConflicts(conflicts: conflicts))
    }
}

extension UndoConflict {
    /// Such as `the title of the to-do 3f2a…`; no text of the record.
    fileprivate var words: String {
        let record = "the \(key.kind.word) \(key.id)"
        return switch RegisterName(field) {
        case .register(let name): name == HistoryChange.created ? record : "the \(name) of \(record)"
        case .element: "a tag of \(record)"
        case .deletion: record
        }
    }
}
