import ArgumentParser
import Foundation
import JSON
import TodoDomain
import TodoKit

extension SyncCommand {
    struct Conflicts: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "conflicts",
            abstract: "List what was overwritten by another device's later edit, or take it back.",
            discussion: """
                All devices show the same conflicts, for 90 days; taking one back or dismissing it removes it from all \
                of them.

                EXAMPLES:
                  todo sync conflicts
                  todo sync conflicts --take-back 3
                  todo sync conflicts --take-back 3 --force
                  todo sync conflicts --dismiss 4 --dismiss 5
                """)

        @Option(
            help: ArgumentHelp(
                "Write the lost value again, as a new edit; its number here, or its id.", valueName: "conflict"))
        var takeBack: [String] = []
        @Option(help: ArgumentHelp("Leave it as it is, and out of the list.", valueName: "conflict"))
        var dismiss: [String] = []
        @Flag(help: "With --take-back, also overwrite what was written since.")
        var force = false
        @Option(help: ArgumentHelp("How many at most.", valueName: "count"))
        var limit = 100
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit is at least 1.") }
            guard !force || !takeBack.isEmpty else { throw ValidationError("--force goes with --take-back.") }
        }

        func run(in session: Session) async throws {
            let coordinator = try session.store.sync
            if !takeBack.isEmpty || !dismiss.isEmpty { try await look(after: coordinator, in: session) }
            // Reads one more than it shows, to know whether there are more.
            let found = try await coordinator.conflicts(limit: limit == .max ? limit : limit + 1)
            let conflicts = Array(found.prefix(limit))
            defer { if found.count > limit { session.say("There are more; --limit shows as many as it says.") } }
            guard session.isJSON else { return try session.print(try await session.lines(of: conflicts)) }
            try session.print(json: { writer in
                writer.beginObject()
                writer.key("items")
                writer.beginArray()
                for conflict in conflicts { ConflictJSON.write(conflict, to: &writer) }
                writer.endArray()
                writer.endObject()
            })
        }

        private func look(after coordinator: SyncCoordinator, in session: Session) async throws {
            let open = try await coordinator.conflicts(limit: .max)
            func find(_ texts: [String]) throws -> [SyncConflict] {
                // An id that is typed twice counts once.
                var ids: Set<String> = []
                return try texts.compactMap { text in
                    // A few digits are a position in the list. Once this conflict is closed, another one's id may begin with
                    // them.
                    let isNumber = text.count < 8 && text.allSatisfy { $0.isASCII && $0.isNumber }
                    let found = open.filter {
                        isNumber ? "\($0.number)" == text : !text.isEmpty && $0.id.hasPrefix(text.lowercased())
                    }
                    guard found.count < 2 else {
                        throw TodoError(
                            .ambiguous, "The ids of \(found.count) open conflicts begin with “\(Sanitized.line(text))”."
                        )
                    }
                    guard let found = found.first else {
                        throw TodoError(.notFound, "There is no open conflict “\(Sanitized.line(text))”.")
                    }
                    return ids.insert(found.id).inserted ? found : nil
                }
            }
            let (losing, seen) = (try find(takeBack), try find(dismiss))
            if let both = losing.first(where: seen.contains) {
                throw TodoError(
                    .usage, "Conflict \(both.number) is to be taken back and dismissed; name one of the two.")
            }
            let changed = losing.filter { $0.wasWrittenSince || $0.wasDeletedSince }
            guard force || changed.isEmpty else {
                // Programs read them from the list.
                if !session.isJSON { for line in try await session.lines(of: changed) { session.say(line) } }
                throw TodoError(
                    .ambiguous,
                    changed.contains(where: \.wasDeletedSince)
                        ? """
                        It was deleted since this conflict. Say --force to bring it back with what lost, or --dismiss to leave \
                        it as it is.
                        """
                        : """
                        It was edited again since this conflict. Say --force to write what lost over that too, or --dismiss \
                        to leave it as it is.
                        """)
            }
            try await coordinator.takeBack(losing.map(\.id), force: force)
            try await coordinator.dismiss(seen.map(\.id))
        }
    }

    struct Name: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "name", abstract: "Show or change what this device is called.",
            discussion: """
                The name is shown in conflicts and in the history of all devices; at first it is the machine's.

                EXAMPLES:
                  todo sync name
                  todo sync name laptop
                """)

        @Argument(help: "Its new name.")
        var name: String?
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let name = try name.map(Validation.deviceName)
            let coordinator = try session.store.sync
            if let name { try await coordinator.setDeviceName(name) }
            let (device, shown) = (try await session.store.device, try await coordinator.deviceName)
            guard session.isJSON else { return try session.print([Sanitized.line(shown)]) }
            try session.print(json: { writer in
                writer.beginObject()
                writer.member("device", device.description)
                writer.member("name", shown)
                writer.endObject()
            })
        }
    }
}

extension SyncConflict {
    /// Whether the field was changed since: it holds neither the value that won nor the one that lost.
    fileprivate var wasWrittenSince: Bool {
        guard let now else { return false }
        return now.value != lost.value && (now.device, now.date) != (kept.device, kept.date)
    }

    /// Whether the lost value can no longer be written, because its record is gone or nothing would show it.
    fileprivate var wasDeletedSince: Bool { now == nil }
}

extension Session {
    /// The conflicts as lines. A conflict has three lines for people, one more if another person wrote one of the values, and
    /// one more if the field was changed or the record deleted since.
    fileprivate func lines(of conflicts: [SyncConflict]) async throws -> [String] {
        try await output.isInteractive ? detailLines(of: conflicts) : conflicts.map(plainLine)
    }

    /// Conflicts for people.
    func detailLines(of conflicts: [SyncConflict]) async throws -> [String] {
        let text = try await store.historyText(naming: Set(conflicts.flatMap(\.mentioned)))
        let commented = conflicts.filter(\.wasDeletedSince).compactMap(\.todo)
        let found = commented.isEmpty ? [] : try await store.todos.fetch(.ids(commented), source: .local).items
        let live = Set(found.map(\.id))
        return conflicts.flatMap { conflict in
            func line(_ word: String, _ writing: SyncConflict.Writing) -> String {
                let place = "\(text.device(writing.device)), \(text.dueText.short(writing.date))"
                let value = text.writing(writing.value, to: conflict.field, of: conflict.record.kind)
                return "     \(word)  \(Sanitized.line(value))  (\(Sanitized.line(place)))"
            }
            let field = HistoryText.word(for: conflict.field, of: conflict.record.kind)
            let owner = conflict.todo.map { " (comment on “\(text.names[RecordKey($0)] ?? $0.rawValue)”)" } ?? ""
            var lines = [
                "\(conflict.number)  \(Sanitized.line("\(conflict.title): \(field)\(owner)"))",
                line("lost", conflict.lost), line("kept", conflict.kept),
            ]
            if let parties = text.parties(to: conflict) { lines.insert("     \(Sanitized.line(parties))", at: 1) }
            if let now = conflict.now, conflict.wasWrittenSince { lines.append(line("now ", now)) }
            if conflict.wasDeletedSince {
                let isTodoGone = conflict.todo.map { !live.contains($0) } ?? false
                lines.append("     now   \(isTodoGone ? "the to-do was " : "")deleted since")
            }
            return lines
        }
    }

    private func plainLine(_ conflict: SyncConflict) -> String {
        [
            "\(conflict.number)", conflict.record.kind.rawValue, conflict.record.id, conflict.field.rawValue,
            conflict.lost.value.canonicalJSON, conflict.lost.date.rfc3339, "\(conflict.lost.device)",
            conflict.kept.value.canonicalJSON, conflict.kept.date.rfc3339, "\(conflict.kept.device)",
            conflict.title, conflict.lost.deviceName ?? "", conflict.kept.deviceName ?? "",
            conflict.now?.value.canonicalJSON ?? "", conflict.now?.date.rfc3339 ?? "",
            conflict.now.map { "\($0.device)" } ?? "", conflict.todo?.rawValue ?? "",
        ].map(Sanitized.field).joined(separator: "\t")
    }
}
