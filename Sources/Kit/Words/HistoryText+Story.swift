import TodoDomain
public import TodoLocal

/// The author of a step of the history.
public enum HistoryWriter: Hashable, Sendable {
    /// The person at this device.
    case person
    /// Another device, by its name.
    case device(String)
    /// Several other devices.
    case devices
    /// A program such as an assistant, by the name that it gives itself.
    case program(String)

    /// The writer as the subject of a sentence: `You`, `laptop`, `Other devices`, `Claude`.
    public var words: String {
        switch self {
        case .person: "You"
        case .device(let name), .program(let name): name
        case .devices: "Other devices"
        }
    }
}

extension HistoryText {
    /// The author of a step. If the step came from other devices, it is the device that wrote all of it.
    public func writer(of step: HistoryTransaction) -> HistoryWriter {
        if let client = step.client { return .program(client.name) }
        guard step.author == .sync else {
            return step.device == here ? .person : .device(device(step.device))
        }
        guard let writer = step.changes.first?.device, step.changes.allSatisfy({ $0.device == writer }) else {
            return .devices
        }
        return writer == here ? .person : .device(device(writer))
    }

    /// The effect of a step, as the rest of a sentence after its ``writer(of:)``: `added “Buy milk”`, `changed the title and
    /// the due date of “Buy milk”`, `deleted 12 to-dos`. A step of an app has the words of the app.
    public func sentence(_ step: HistoryTransaction) -> String {
        guard step.action != HistoryTransaction.restoreAction else { return "restored a backup" }
        let only = only(of: step)
        guard let verb = verb(of: step, only) else { return action(step) }
        guard let only else { return "\(verb) \(counted(step))" }
        guard only.kind != .conflict else { return "\(verb) a conflict" }
        let noun = Self.nouns[only.kind].map { "the \($0) " } ?? ""
        let name = "\(noun)“\(names[only] ?? only.id)”"
        if step.action == "comment", let todo = commented(in: step) { return "\(verb) on “\(todo)”" }
        let fields =
            Self.showsFields.contains(step.action)
            ? changedFields(of: only, in: step).subtracting(["deleted"]).map { Self.things[$0] ?? $0 }.sorted() : []
        guard !fields.isEmpty else { return "\(verb) \(name)" }
        guard fields.count <= 3 else { return "\(verb) \(fields.count) fields of \(name)" }
        return "\(verb) \(fields.map { "the \($0)" }.joinedByAnd) of \(name)"
    }

    /// The title of the to-do that a step comments on.
    private func commented(in step: HistoryTransaction) -> String? {
        let mentioned = step.changes.lazy.filter { $0.kind == .comment }
            .flatMap { Self.mentioned(in: $0.field, of: $0.kind, [$0.after]) }
        return mentioned.first { $0.kind == .todo }.flatMap { names[$0] }
    }

    private func verb(of step: HistoryTransaction, _ only: RecordKey?) -> String? {
        guard step.author == .sync, step.action == "sync", let only else {
            return Self.verbs[step.action] ?? step.action.split(separator: " ").first.flatMap { Self.verbs[String($0)] }
        }
        let changes = step.changes.filter { $0.kind == only.kind && $0.id == only.id }
        if changes.contains(where: { $0.field == HistoryChange.created }) { return "added" }
        let deletion = changes.first { $0.field == HistoryChange.deleted }
        return deletion.map { $0.after.isNull ? "brought back" : "deleted" } ?? "changed"
    }

    /// The verbs by the action, or by its first word.
    private static let verbs = [
        "add": "added", "edit": "changed", "delete": "deleted", "done": "completed", "skip": "skipped",
        "reopen": "opened again", "start": "started", "stop": "stopped", "defer": "put off", "move": "moved",
        "order": "reordered", "merge": "merged", "import": "imported", "undo": "took back", "redo": "did again",
        "sync": "changed", "restore": "brought back", "comment": "commented", "rename": "renamed",
        "snooze": "snoozed a reminder of", "dismiss": "settled", "take back": "took the other version of",
        "position": "moved", "focus": "looked at", "name": "named", "share": "shared", "keep": "kept",
        "forget": "forgot",
    ]

    /// The actions that can change any field.
    private static let showsFields: Set = ["edit", "sync", "undo", "redo", "take back", "import"]

    /// The words for records that are not to-dos.
    private static let nouns: [RecordKind: String] = [
        .tag: "tag", .location: "place", .list: "list", .comment: "comment", .view: "view", .app: "record",
        .device: "device", .membership: "membership",
    ]

    /// The words for fields in a sentence, if the usual word is too short for one.
    private static let things = [
        "due": "due date", "start": "start date", "recurrence": "repetition", "tag": "tags", "order": "order",
        "waits for": "to-dos before it", "reminder": "reminders", "done": "completion", "started": "state",
    ]
}
