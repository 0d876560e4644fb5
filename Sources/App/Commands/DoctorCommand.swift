import ArgumentParser
import JSON
import TodoKit

struct DoctorCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "doctor", abstract: "Check the database, and repair it.",
        discussion: """
            Looks at what the system lacks, at the file, its permissions and its disk, at every page and index, and at \
            everything derived from the to-dos: relations, search index, counts, history. Without --repair nothing is changed. With it, the \
            database is backed up and repaired; if the file is damaged beyond repair, what can be read is put into a \
            new one beside it. The exit status is 0 if all is well in the end, and 74 otherwise.

            EXAMPLES:
              todo doctor
              todo doctor --repair
              todo doctor --json | jq '.checks[] | select(.status == "found")'
            """)

    @Flag(help: "Repair what can be repaired, after a backup.")
    var repair = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let system = Doctor.examineSystem()
        // First, so that it is also reported when there is no database yet.
        if !session.isJSON { try session.print(lines(system, on: session.output)) }
        var diagnosis = try Doctor(path: session.path, environment: session.environment).examine(repairing: repair)
        if session.isJSON {
            diagnosis.checks.insert(system, at: 0)
            try session.print(json: { $0.diagnosis(diagnosis) })
        } else {
            try session.print(diagnosis.checks.flatMap { lines($0, on: session.output) })
            if let backup = diagnosis.backup { session.say("What was there is kept in \(backup).") }
            if let salvaged = diagnosis.salvaged {
                session.say(
                    "What could be read is in \(salvaged); `todo restore` puts it in the place of the damaged file.")
            }
        }
        guard !diagnosis.isHealthy else { return }
        let faults = diagnosis.checks.filter { $0.status == .found }.flatMap(\.findings).filter {
            $0.severity == .fault
        }
        let repairable = faults.count(where: \.isRepairable)
        let advice = repair || repairable == 0 ? "" : " `todo doctor --repair` repairs \(repairable) of them."
        throw TodoError(.faultsFound, "\(faults.count.counted("fault")) found.\(advice)")
    }

    /// One line for each finding, or one for a check without findings.
    private func lines(_ check: CheckResult, on terminal: Terminal) -> [String] {
        guard !check.findings.isEmpty else { return [line(check.status.rawValue, check.name, nil, on: terminal)] }
        return check.findings.map { finding in
            let isNote = finding.severity == .note && check.status != .repaired
            return line(isNote ? "note" : check.status.rawValue, check.name, finding, on: terminal)
        }
    }

    private func line(_ status: String, _ name: String, _ finding: Finding?, on terminal: Terminal) -> String {
        guard terminal.isInteractive else {
            return [status, name, finding?.code ?? "", finding?.advisedMessage ?? ""].map(Sanitized.line)
                .joined(separator: "\t")
        }
        let style: Style =
            switch status {
            case "ok", "repaired": .green
            case "found": .red
            case "note": .yellow
            default: .dim
            }
        let mark = terminal.styles(status, style) + String(repeating: " ", count: max(1, 10 - status.count))
        return mark + (finding.map { Sanitized.line($0.advisedMessage) } ?? name)
    }
}

extension Finding {
    /// The message, with what to type.
    fileprivate var advisedMessage: String { ([message] + remedies.map(\.advice)).joined(separator: " ") }
}

extension JSONWriter {
    fileprivate mutating func diagnosis(_ diagnosis: Diagnosis) {
        beginObject()
        member("database", diagnosis.path)
        key("healthy")
        bool(diagnosis.isHealthy)
        key("checks")
        beginArray()
        for check in diagnosis.checks {
            beginObject()
            member("name", check.name)
            member("status", check.status.rawValue)
            key("findings")
            beginArray()
            for finding in check.findings {
                beginObject()
                member("code", finding.code)
                member("severity", finding.severity.rawValue)
                member("message", finding.advisedMessage)
                key("repairable")
                bool(finding.isRepairable)
                endObject()
            }
            endArray()
            endObject()
        }
        endArray()
        member("backup", diagnosis.backup)
        member("salvaged", diagnosis.salvaged)
        endObject()
    }
}
