public import TodoDomain

/// Something that a check found.
public struct Finding: Sendable, Hashable {
    /// How serious it is.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Worth knowing; nothing is wrong.
        case note
        /// Something is wrong.
        case fault
    }

    /// The finding, for programs; a code never changes its meaning.
    public var code: String
    /// The finding, for people: a sentence or two, without the text of any to-do.
    public var message: String
    /// Remedies other than a repair.
    public var remedies: [TodoError.Remedy] = []
    /// How serious it is.
    public var severity: Severity
    /// Whether it can be repaired.
    public var isRepairable = true

    init(_ code: String, _ message: String, severity: Severity = .fault) {
        self.code = code
        self.message = message
        self.severity = severity
    }

    /// A note on something outside of the database, which cannot be repaired here.
    package init(note code: String, _ message: String) {
        self.init(code, message, severity: .note)
        isRepairable = false
    }

    /// A finding with a count; nil if the count is 0.
    static func counted(
        _ code: String, _ count: Int, severity: Severity = .fault, _ message: (Int) -> String
    ) -> [Finding] {
        count == 0 ? [] : [Finding(code, message(count), severity: severity)]
    }
}

/// The result of one check.
public struct CheckResult: Sendable, Hashable {
    /// The outcome of a check.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Nothing is wrong; there may be notes.
        case ok
        /// Something is wrong.
        case found
        /// Something was wrong and has been repaired.
        case repaired
        /// The check could not run: the file is too damaged, or cannot be written although the check has to write.
        case skipped
    }

    /// The name of the check, for programs.
    public var name: String
    /// The outcome.
    public var status: Status
    /// The findings, repaired or not.
    public var findings: [Finding] = []

    package init(name: String, status: Status, findings: [Finding] = []) {
        self.name = name
        self.status = status
        self.findings = findings
    }
}

/// The result of an examination.
public struct Diagnosis: Sendable, Hashable {
    /// The file.
    public var path: String
    /// The results of all checks, in order.
    public var checks: [CheckResult]
    /// The backup that was made before anything was repaired.
    public var backup: String?
    /// A new database with the readable content of a database that is damaged beyond repair.
    public var salvaged: String?

    /// Whether nothing is wrong, or everything was repaired.
    public var isHealthy: Bool { !checks.contains { $0.status == .found } }
}
