public import TodoDomain

/// Something that is not as it should be.
public struct Finding: Sendable, Hashable {
    /// How much it matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Worth knowing; nothing is wrong.
        case note
        /// Something is wrong.
        case fault
    }

    /// What it is, for programs; a code never changes its meaning.
    public var code: String
    /// What it is, for people: a sentence or two, without the text of any to-do.
    public var message: String
    /// What helps beside a repair.
    public var remedies: [TodoError.Remedy] = []
    /// How much it matters.
    public var severity: Severity
    /// Whether repairing mends it.
    public var isRepairable = true

    init(_ code: String, _ message: String, severity: Severity = .fault) {
        (self.code, self.message, self.severity) = (code, message, severity)
    }

    /// A finding for so many things, if there are any.
    static func counted(
        _ code: String, _ count: Int, severity: Severity = .fault, _ message: (Int) -> String
    ) -> [Finding] {
        count == 0 ? [] : [Finding(code, message(count), severity: severity)]
    }
}

/// What became of one check.
public struct CheckResult: Sendable, Hashable {
    /// How it ended.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// All is as it should be; there may be notes.
        case ok
        /// Something is wrong.
        case found
        /// Something was wrong and is not any more.
        case repaired
        /// It could not be looked at: the file is too damaged, or cannot be written if that is needed.
        case skipped
    }

    /// Which check, for programs.
    public var name: String
    /// How it ended.
    public var status: Status
    /// What was found, repaired or not.
    public var findings: [Finding] = []
}

/// What there is to say of a database.
public struct Diagnosis: Sendable, Hashable {
    /// The file.
    public var path: String
    /// Each check, in the order in which they were made.
    public var checks: [CheckResult]
    /// The backup that was made before anything was repaired.
    public var backup: String?
    /// A new database with what could be read of one that is damaged beyond repair.
    public var salvaged: String?

    /// Whether nothing is wrong, or nothing any more.
    public var isHealthy: Bool { !checks.contains { $0.status == .found } }
}
