import ArgumentParser
import Basics
import Foundation
import TodoDomain
import TodoFormats
import TodoKit

struct ImportCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "import", abstract: "Take to-dos from files.",
        discussion: """
            All files are checked as a whole before anything is written, and one undo takes all of them back. \
            Importing a file again changes nothing; where a to-do was edited here and in the file, the later edit of \
            each field wins. Another database of this program, such as the conflict copy that Syncthing or Dropbox has made, is \
            merged: for each field the later edit of both stands, and what was written in both is listed (todo sync \
            conflicts takes it back). Before it takes a hundred records or more, it backs up the database (todo restore brings \
            that back).

            EXAMPLES:
              todo import tasks.json
              todo import --dry-run todo.txt done.txt
              todo import ~/calendars/home
              todo import --dry-run todo.sync-conflict-20261121-100000.db
              task export | todo import - --format taskwarrior
            """)

    @Argument(
        help: ArgumentHelp(
            "Files, folders (the files in them whose format is known, and folders of calendars), or - for the standard input.",
            valueName: "file"), completion: .file())
    var file: [String]

    @OptionGroup var formatOption: FormatOption

    @Flag(name: .customLong("dry-run"), help: "Report what would happen, and write nothing.")
    var isTrial = false

    @Flag(
        name: .customLong("skip-bad"),
        help: "Leave out what cannot be read, report it, and take the rest. Not for JSON documents.")
    var isSkippingBad = false

    @Flag(
        name: .customLong("revive"),
        help:
            "Bring back what was deleted here and is in the files, and open again what was done here and has no dates there."
    )
    var isReviving = false

    @Flag(name: .customLong("no-backup"), help: "Do not back up the database before many records.")
    var noBackup = false

    @Flag(name: .customLong("verbose"), help: "Name every record of the report, up to a hundred of a file.")
    var isVerbose = false

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let selection = try ImportSelection(file, format: formatOption.named())
        guard selection.databases.isEmpty else { return try await merge(selection.databases, in: session) }
        let bar = SharedProgressBar("importing", unit: .bytes, on: session.talk)
        defer { bar.finish() }
        let total = selection.files.reduce(0) { $0 + $1.input.size } * 2
        let makeReaders = selection.files.map { file in
            {
                @Sendable [now = session.now, timeZone = session.timeZone, phrases = session.phrases, isSkippingBad] ()
                    throws
                    -> any ItemReader in
                var context = ImportContext(now: now, timeZone: timeZone)
                context.phrases = phrases
                context.isSkippingBad = isSkippingBad
                return try file.makeReader(context, isNamed: selection.files.count > 1)
            }
        }
        let store = try store(of: session)
        let reports = try await store.importItems(
            backingUp: !noBackup, reviving: isReviving, isTrial: isTrial,
            progress: { bar.update(to: $0, of: total) }, fromEach: makeReaders)
        bar.finish()
        let summary = ImportSummary(
            files: zip(selection.files, reports).map {
                .init(name: $0.input.name, format: $0.format.name, report: $1, folder: $0.folder)
            },
            passedOver: selection.passedOver, isTrial: isTrial, isVerbose: isVerbose)
        if session.isJSON { try session.print(json: summary.write) } else { summary.lines.forEach { session.say($0) } }
    }

    private func merge(_ databases: [String], in session: Session) async throws {
        let refused = [("--revive", isReviving), ("--skip-bad", isSkippingBad), ("--verbose", isVerbose)]
        if let option = refused.first(where: \.1)?.0 {
            throw TodoError(
                .usage,
                "\(option) is for files of other kinds; a database is merged by the times of its edits."
            )
        }
        let store = try store(of: session)
        let reports = try await store.merge(backingUp: !noBackup, isTrial: isTrial, databases: databases)
        let summary = MergeSummary(
            files: zip(databases, reports).map { .init(name: $0, report: $1) }, isTrial: isTrial)
        if session.isJSON { return try session.print(json: summary.write) }
        summary.lines.forEach { session.say($0) }
        let conflicts = summary.total.conflicts
        for line in try await session.detailLines(of: Array(conflicts.prefix(MergeSummary.shownConflicts))) {
            session.say(line)
        }
    }

    /// The store; a trial does not create a database either.
    private func store(of session: Session) throws -> TodoStore {
        let isMissing = try isTrial && !TodoError.wrappingFileErrors { try FileStatus.isThere(session.path) }
        return try isMissing ? TodoStore(.inMemory, environment: session.environment) : session.store
    }
}
