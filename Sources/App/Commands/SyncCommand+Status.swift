import ArgumentParser
import Foundation
import JSON
import TodoDomain
import TodoKit

extension SyncCommand {
    struct Status: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "status", abstract: "Show whether everything is synced, and what is in the way.",
            discussion: """
                EXAMPLES:
                  todo sync status
                  todo sync status --json | jq .pending
                """)

        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let coordinator = try session.store.sync
            let (status, quarantined) = (try await coordinator.status, try await coordinator.quarantined())
            guard session.isJSON else { return try session.print(lines(status, quarantined, session)) }
            try session.print(json: { write(status, quarantined, to: &$0) })
        }

        private func lines(
            _ status: SyncStatus, _ quarantined: [QuarantinedRecord], _ session: Session
        ) -> [String] {
            guard let remote = status.remote else { return ["remote\tnone"] }
            var fields = [
                ("remote", "\(remote.url) (\(remote.user))"),
                ("last synced", status.lastSynced?.rfc3339 ?? "never"), ("pending", "\(status.pending)"),
                ("conflicts", "\(status.conflicts)"), ("refused", "\(status.quarantined)"),
                ("documents read", "\(status.documentsRead)"), ("documents written", "\(status.documentsWritten)"),
            ]
            if status.waiting > 0 { fields.append(("waiting", "\(status.waiting) for newer rules on the server")) }
            if let failure = status.failure { fields.append(("last failure", failure.message)) }
            if let nextTry = status.nextTry { fields.append(("next try", nextTry.rfc3339)) }
            for record in quarantined {
                fields.append(
                    (
                        "refused \(record.key.kind.rawValue)",
                        "\(record.key.id) \(record.reason.rawValue) (\(record.status))"
                    ))
            }
            return fields.map { name, value in
                session.output.isInteractive
                    ? name.padding(toLength: 18, withPad: " ", startingAt: 0) + Sanitized.line(value)
                    : "\(name)\t\(Sanitized.line(value))"
            }
        }

        private func write(
            _ status: SyncStatus, _ quarantined: [QuarantinedRecord], to writer: inout JSONWriter
        ) {
            writer.beginObject()
            writer.member("remote", status.remote?.url)
            writer.member("user", status.remote?.user)
            writer.member("lastSynced", status.lastSynced?.rfc3339)
            let counts = [
                ("pending", status.pending), ("waiting", status.waiting), ("conflicts", status.conflicts),
                ("quarantined", status.quarantined),
                ("documentsRead", status.documentsRead), ("documentsWritten", status.documentsWritten),
            ]
            for (name, count) in counts { writer.member(name, count) }
            writer.key("failure")
            if let failure = status.failure {
                writer.beginObject()
                writer.member("code", failure.code.rawValue)
                writer.member("message", failure.message)
                writer.endObject()
            } else {
                writer.null()
            }
            writer.member("nextTry", status.nextTry?.rfc3339)
            writer.key("quarantine")
            writer.beginArray()
            for record in quarantined {
                writer.beginObject()
                writer.member("kind", record.key.kind.rawValue)
                writer.member("id", record.key.id)
                writer.member("reason", record.reason.rawValue)
                writer.member("status", record.status)
                writer.member("since", record.since.rfc3339)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }
}
