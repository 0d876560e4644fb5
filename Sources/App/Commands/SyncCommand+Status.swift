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
            for shared in status.shared { fields.append(("shared", words(for: shared))) }
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

        /// A shared space on one line, such as `Groceries (editor), synced 2026-11-21T10:00:00Z, 2 pending`.
        private func words(for shared: SyncStatus.Shared) -> String {
            let standing = shared.space.state == .active ? shared.space.role.rawValue : shared.space.state.rawValue
            var parts = [
                "\(shared.space.name) (\(standing))",
                shared.lastSynced.map { "synced \($0.rfc3339)" } ?? "never synced",
            ]
            if shared.pending > 0 { parts.append("\(shared.pending) pending") }
            if shared.quarantined > 0 { parts.append("\(shared.quarantined) refused") }
            if let failure = shared.failure { parts.append(failure.message) }
            return parts.joined(separator: ", ")
        }

        private func write(_ shared: SyncStatus.Shared, to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("space", shared.id.rawValue)
            writer.member("name", shared.space.name)
            writer.member("role", shared.space.role.rawValue)
            writer.member("state", shared.space.state.rawValue)
            writer.member("lastSynced", shared.lastSynced?.rfc3339)
            writer.member("pending", shared.pending)
            writer.member("quarantined", shared.quarantined)
            write(shared.failure, to: &writer)
            writer.endObject()
        }

        private func write(_ failure: SyncStatus.Failure?, to writer: inout JSONWriter) {
            writer.key("failure")
            guard let failure else { return writer.null() }
            writer.beginObject()
            writer.member("code", failure.code.rawValue)
            writer.member("message", failure.message)
            writer.endObject()
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
            write(status.failure, to: &writer)
            writer.member("nextTry", status.nextTry?.rfc3339)
            writer.key("shared")
            writer.beginArray()
            for shared in status.shared { write(shared, to: &writer) }
            writer.endArray()
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
