import ArgumentParser
import Foundation
import JSON
import TodoDomain
import TodoKit

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "sync", abstract: "Sync this device with the server.",
        discussion: """
            Whatever was edited on several devices is merged field by field; of two edits of one field the later one \
            wins, and the other is kept: see `todo sync conflicts`. A sync may be interrupted at any time.

            EXAMPLES:
              todo sync
              todo sync --watch
              todo sync status
              todo sync conflicts
              todo sync conflicts --take-back 3
            """,
        subcommands: [Now.self, Status.self, Conflicts.self, Retry.self, Discard.self, Name.self],
        defaultSubcommand: Now.self)

    struct Now: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "now", abstract: "Sync once; what `todo sync` alone does.",
            discussion: """
                EXAMPLES:
                  todo sync
                  todo sync --watch
                  todo sync --verify
                """)

        @Flag(help: "Read everything again.")
        var full = false
        @Flag(help: "Keep running, and sync whenever something changes, until interrupted.")
        var watch = false
        @Flag(help: "Then compare everything with the server, and name what differs.")
        var verify = false
        @Flag(help: ArgumentHelp("Sync for a command that has changed something.", visibility: .hidden))
        var background = false
        @OptionGroup var global: GlobalOptions

        var isAlone: Bool { watch || background }

        func validate() throws {
            guard !watch || !verify && !full else {
                throw ValidationError("--watch goes on for ever; --full and --verify come to an end.")
            }
            guard !watch || !global.json else {
                throw ValidationError(
                    "--watch tells a person what happens; a program can observe `sync status`: todo serve --stdio")
            }
        }

        func run(in session: Session) async throws {
            if background { return try await BackgroundSync.run(session) }
            if watch { return try await SyncWatch.run(session) }
            let coordinator = try session.store.sync
            let known = try await coordinator.openConflicts
            let report = try await sync(coordinator, in: session)
            let verification = verify ? try await coordinator.verify() : nil
            try await session.printSync(
                report, newConflicts: try await coordinator.openConflicts.subtracting(known).count,
                verification: verification)
            guard verification?.isEqual ?? true else {
                throw TodoError(
                    .remoteRefused, "This device and the server differ; `todo sync --full` reads everything again.")
            }
        }

        /// Syncs once. On a terminal it shows progress, and gives up early on a server that never answers.
        private func sync(_ coordinator: SyncCoordinator, in session: Session) async throws -> SyncReport {
            guard session.talk.isInteractive else { return try await coordinator.sync(full: full) }
            let bar = SharedProgressBar("syncing", on: session.talk)
            defer { bar.finish() }
            let address = try await coordinator.remote?.url
            let server = address.flatMap { URLComponents(string: $0)?.host } ?? "the server"
            return try await coordinator.sync(full: full, silence: .seconds(10)) { bar.update(to: $0.words(server)) }
        }
    }

    struct Retry: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "retry", abstract: "Try again what the server refused.",
            discussion: """
                EXAMPLES:
                  todo sync retry
                  todo sync retry 3f2a
                """)

        @Argument(help: ArgumentHelp("What to try; without any, everything.", valueName: "id"))
        var ids: [String] = []
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let (records, coordinator) = (try await session.quarantined(ids), try session.store.sync)
            let known = try await coordinator.openConflicts
            try await coordinator.retry(records)
            let report = try await coordinator.sync()
            try await session.printSync(
                report, newConflicts: try await coordinator.openConflicts.subtracting(known).count)
        }
    }

    struct Discard: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "discard",
            abstract: "Discard what the server refused: its version replaces yours.",
            discussion: """
                EXAMPLES:
                  todo sync discard 3f2a
                """)

        @Argument(help: ArgumentHelp("What to discard.", valueName: "id"))
        var ids: [String]
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let records = try await session.quarantined(ids)
            try await session.store.sync.discard(records)
            try session.reportDeleted(records.map(\.id), noun: "edit")
        }
    }
}

extension SyncReport {
    /// The progress of a sync, such as `300 received, 400 of 57000 sent`.
    fileprivate func words(_ server: String) -> String {
        if isWaiting { return "waiting for \(server)" }
        guard let toPush else { return "\(pulled) received" }
        return "\(pulled) received, \(pushed) of \(max(toPush, pushed)) sent"
    }
}

extension Session {
    /// The records in quarantine whose ids begin with these prefixes. No prefixes means all of them.
    fileprivate func quarantined(_ prefixes: [String]) async throws -> [RecordKey] {
        let all = try await store.sync.quarantined().map(\.key)
        guard !prefixes.isEmpty else { return all }
        var known = Set<RecordKey>()
        return try prefixes.map { prefix in
            let found = all.filter { $0.id.hasPrefix(prefix) }
            guard let first = found.first else {
                throw TodoError(.notFound, "Nothing whose id begins with “\(Sanitized.line(prefix))” is set aside.")
            }
            guard found.count == 1 else {
                throw TodoError(.ambiguous, "Several records begin with “\(Sanitized.line(prefix))”.")
            }
            return first
        }.filter { known.insert($0).inserted }
    }

    /// Prints the result of a sync.
    /// - Parameter newConflicts: how many conflicts are new on this device. Another device may have found them, but the person
    ///   whose edit was replaced must see them too.
    func printSync(_ report: SyncReport, newConflicts: Int, verification: SyncVerification? = nil) async throws {
        guard isJSON else {
            var sentence = "Synced: \(report.pulled) received, \(report.pushed) sent."
            if newConflicts > 0 {
                sentence += " \(newConflicts) edited on several devices: see `todo sync conflicts`."
            }
            if report.refused > 0 { sentence += " \(report.refused) refused by the server: see `todo sync status`." }
            switch report.resync {
            case .rollback: sentence += " The server was restored or emptied; it has what it lacked again."
            case .collected: sentence += " The server had removed old deletions, so everything was read again."
            case .requested, nil: break
            }
            if report.needsUpdate {
                sentence += " A newer version of this program keeps these to-dos; update this one to send yours."
            }
            say(sentence)
            if let difference = try await store.sync.newClockDifference(in: report) { say(difference.description) }
            if let verification { for line in verification.lines { say(line) } }
            return
        }
        try print(json: { writer in
            writer.beginObject()
            let counts = [
                ("pulled", report.pulled), ("pushed", report.pushed), ("conflicts", newConflicts),
                ("refused", report.refused),
                ("documentsRead", report.documentsRead + (verification?.documentsRead ?? 0)),
                ("documentsWritten", report.documentsWritten),
                ("requests", report.requests + (verification?.requests ?? 0)),
            ]
            for (name, count) in counts { writer.member(name, count) }
            writer.member("resync", report.resync?.rawValue)
            writer.key("needsUpdate")
            writer.bool(report.needsUpdate)
            writer.member("clockDifference", report.clockDifference.map { Int($0.milliseconds) })
            writer.key("verification")
            if let verification { verification.write(to: &writer) } else { writer.null() }
            writer.endObject()
        })
    }
}
