public import Foundation
public import TodoDomain

/// The result of an undo or a redo.
public struct UndoReport: Hashable, Sendable {
    /// The original steps, in the order in which they were undone or redone.
    public internal(set) var steps: [HistoryTransaction] = []
    /// The steps that were passed over: everything in them was changed since, so nothing was reverted.
    public internal(set) var passed: [HistoryTransaction] = []
    /// The fields that were left unchanged because they were changed since, each once.
    public internal(set) var left: [UndoConflict] = []

    /// A report.
    /// - Parameters:
    ///   - steps: the original steps, in the order in which they were undone or redone.
    ///   - passed: the steps of which nothing was reverted.
    ///   - left: the fields that were left unchanged.
    public init(
        steps: [HistoryTransaction] = [], passed: [HistoryTransaction] = [], left: [UndoConflict] = []
    ) {
        self.steps = steps
        self.passed = passed
        self.left = left
    }
}

/// A field that a step wrote and that has been changed since, other than by a step that is being undone too.
public struct UndoConflict: Hashable, Sendable {
    /// The record.
    public let key: RecordKey
    /// The field, as in ``HistoryChange/field``.
    public let field: FieldName
    /// The device that wrote it since.
    public let device: DeviceID
    /// When it was written there.
    public let date: Date
    /// Whether another device wrote it.
    public let isElsewhere: Bool

    /// A conflict of a field.
    /// - Parameters:
    ///   - key: the record.
    ///   - field: the field.
    ///   - device: the device that wrote it since.
    ///   - date: when it was written there.
    ///   - isElsewhere: whether that is another device.
    public init(key: RecordKey, field: FieldName, device: DeviceID, date: Date, isElsewhere: Bool) {
        self.key = key
        self.field = field
        self.device = device
        self.date = date
        self.isElsewhere = isElsewhere
    }
}

/// Why a step was not undone: underlies a ``TodoError`` with the code `undo-conflict`.
public struct UndoConflicts: Error, Hashable, Sendable {
    /// All fields concerned.
    public let conflicts: [UndoConflict]

    /// The fields that cannot be reverted.
    public init(conflicts: [UndoConflict]) { self.conflicts = conflicts }
}

/// Why nothing was undone after a restore: underlies a ``TodoError`` with the code `nothing-to-undo`.
public struct RestoredBackup: Error, Hashable, Sendable {
    /// When the backup was restored.
    public let date: Date
    /// The backup of the previous content; nil if there is none, or if it no longer exists.
    public let previous: String?
}

extension TodoError {
    /// A restore cannot be undone: it is not an edit, and the previous content may be older than data that was synced
    /// since.
    static func restored(_ step: StepRow, previous backups: AutomaticBackups?) -> TodoError {
        let date = Date(milliseconds: step.at)
        let previous = backups?.backup(of: .restore, at: date)
        let rest = previous.map { "the previous content is in \($0)" } ?? "the previous content was not kept"
        return TodoError(
            .nothingToUndo,
            """
            The last action here was to restore a backup, which cannot be undone; \(rest).
            """,
            remedies: [.force("the steps before it, which came with the backup, are undone")]
                + (previous.map { [.restore($0)] } ?? []),
            underlying: RestoredBackup(date: date, previous: previous))
    }

    /// The refusal to undo or redo a step. The message names the first field concerned; the underlying error has all
    /// fields.
    static func refused(_ verb: String, _ conflicts: [UndoConflict]) -> TodoError {
        guard let first = conflicts.first else { return TodoError(.undoConflict, "The step cannot be \(verb).") }
        let place = first.isElsewhere ? "another device (\(first.device))" : "this device"
        let more = conflicts.count > 1 ? ", and \(conflicts.count - 1) more" : ""
        return TodoError(
            .undoConflict,
            """
            Nothing was \(verb): \(first.words) was changed on \(place) at \(first.date.dateTimeText(digits: 0))\(more).
            """,
            remedies: [.force("the rest is \(verb), and fields that were changed since stay as they are")],
            underlying: UndoConflicts(conflicts: conflicts))
    }
}

extension UndoConflict {
    /// For example `the title of the to-do 3f2a…`; without the record's text.
    fileprivate var words: String {
        let record = "the \(key.kind.word) \(key.id)"
        return switch RegisterName(field) {
        case .register(let name): name == HistoryChange.created.rawValue ? record : "the \(name) of \(record)"
        case .element(let key): "a \(TodoElement(key).isTag ? "tag" : "dependency") of \(record)"
        case .deletion: record
        }
    }
}
