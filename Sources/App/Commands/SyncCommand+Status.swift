import ArgumentParser
import Foundation
import JSON
import TodoKit

extension SyncCommand {
    struct Status: SessionCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Say whether everything is in step, and what was in the way.",
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
                ("last synced", status.lastSynced?.timestamp ?? "never"), ("pending", "\(status.pending)"),
                ("conflicts", "\(status.conflicts)"), ("refused", "\(status.quarantined)"),
                ("documents read", "\(status.documentsRead)"), ("documents written", "\(status.documentsWritten)"),
            ]
            if let failure = status.failure { fields.append(("last failure", failure.message)) }
            if let nextTry = status.nextTry { fields.append(("next try", nextTry.timestamp)) }
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
            writer.member("lastSynced", status.lastSynced?.timestamp)
            let counts = [
                ("pending", status.pending), ("conflicts", status.conflicts), ("quarantined", status.quarantined),
                ("documentsRead", status.documentsRead), ("documentsWritten", status.documentsWritten),
            ]
            for (name, count) in counts { writer.member(name, count) }
            writer.key("failure")
            if let failure = status.failure {
                writer.beginObject()
                writer.member("code", failure.code)
                writer.member("message", failure.message)
                writer.endObject()
            } else {
                writer.null()
            }
            writer.member("nextTry", status.nextTry?.timestamp)
            writer.key("quarantine")
            writer.beginArray()
            for record in quarantined {
                writer.beginObject()
                writer.member("kind", record.key.kind.rawValue)
                writer.member("id", record.key.id)
                writer.member("reason", record.reason.rawValue)
                writer.member("status", record.status)
                writer.member("since", record.since.timestamp)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }

    struct Conflicts: SessionCommand {
        static let configuration = CommandConfiguration(
            commandName: "conflicts",
            abstract: "List what was overwritten by another device's later edit, or take it back.",
            discussion: """
                EXAMPLES:
                  todo sync conflicts
                  todo sync conflicts --take-back 3
                  todo sync conflicts --dismiss 4 --dismiss 5
                """)

        @Option(help: ArgumentHelp("Write what lost again, as a new edit.", valueName: "number"))
        var takeBack: [Int64] = []
        @Option(help: ArgumentHelp("Leave it as it is, and out of the list.", valueName: "number"))
        var dismiss: [Int64] = []
        @Option(help: ArgumentHelp("At most so many.", valueName: "count"))
        var limit = 100
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit is at least 1.") }
        }

        func run(in session: Session) async throws {
            let coordinator = try session.store.sync
            if !takeBack.isEmpty { try await coordinator.takeBack(takeBack) }
            if !dismiss.isEmpty { try await coordinator.dismiss(dismiss) }
            // One more than is shown tells whether there are more.
            let found = try await coordinator.conflicts(limit: limit == .max ? limit : limit + 1)
            let conflicts = Array(found.prefix(limit))
            defer { if found.count > limit { session.say("There are more; --limit shows as many as it says.") } }
            guard session.isJSON else {
                let mentioned = conflicts.flatMap {
                    HistoryText.mentioned(in: $0.field, [$0.lost.value, $0.kept.value])
                }
                let text = try await session.historyText(naming: Set(mentioned))
                return try session.print(conflicts.flatMap { lines($0, text, session) })
            }
            try session.print(json: { writer in
                writer.beginObject()
                writer.key("items")
                writer.beginArray()
                for conflict in conflicts { write(conflict, to: &writer) }
                writer.endArray()
                writer.endObject()
            })
        }

        private func lines(_ conflict: SyncConflict, _ text: HistoryText, _ session: Session) -> [String] {
            guard session.output.isInteractive else {
                return [
                    [
                        "\(conflict.id)", conflict.record.kind.rawValue, conflict.record.id, conflict.field,
                        conflict.lost.value.canonicalJSON, conflict.lost.date.timestamp, "\(conflict.lost.device)",
                        conflict.kept.value.canonicalJSON, conflict.kept.date.timestamp, "\(conflict.kept.device)",
                    ].map(Sanitized.line).joined(separator: "\t")
                ]
            }
            func line(_ word: String, _ writing: SyncConflict.Writing) -> String {
                let place = "\(text.device(writing.device)), \(text.dueText.short(writing.date))"
                let value = text.writing(writing.value, to: conflict.field)
                return "     \(word)  \(Sanitized.line(value))  (\(place))"
            }
            return [
                "\(conflict.id)  \(Sanitized.line(conflict.title)): \(HistoryText.word(for: conflict.field))",
                line("lost", conflict.lost),
                line("kept", conflict.kept),
            ]
        }

        private func write(_ conflict: SyncConflict, to writer: inout JSONWriter) {
            func writing(_ name: String, _ writing: SyncConflict.Writing) {
                writer.key(name)
                writer.beginObject()
                writer.key("value")
                writer.value(writing.value)
                writer.key("at")
                writer.string(writing.date.timestamp)
                writer.key("device")
                writer.string(writing.device.description)
                writer.endObject()
            }
            writer.beginObject()
            writer.key("number")
            writer.integer(conflict.id)
            for (name, value) in [
                ("kind", conflict.record.kind.rawValue), ("id", conflict.record.id), ("title", conflict.title),
                ("field", conflict.field),
            ] {
                writer.key(name)
                writer.string(value)
            }
            writing("lost", conflict.lost)
            writing("kept", conflict.kept)
            writer.endObject()
        }
    }
}
