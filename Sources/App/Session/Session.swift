import ArgumentParser
import Foundation
import JSON
import TodoFormats
import TodoKit

/// A command that works on a store.
protocol SessionCommand: ParsableCommand {
    var global: GlobalOptions { get }
    /// Whether it changes nothing, so that a database which is not there is a mistyped one.
    var onlyReads: Bool { get }
    mutating func run(in session: Session) async throws
}

/// A command that takes the beginnings of ids of to-dos, as many as there are.
protocol IDsCommand: SessionCommand {}

extension SessionCommand {
    /// Unless a command says otherwise.
    var onlyReads: Bool { false }

    /// Never reached: ``Main`` runs these commands in a session.
    mutating func run() throws { throw CleanExit.helpRequest(self) }
}

/// What one run of the program works with: the store, opened when it is first needed, the clock and the terminal.
final class Session {
    let environment: TodoEnvironment
    let output: Terminal
    let talk: Terminal
    let isJSON: Bool
    private let isQuiet: Bool
    /// Where the database is.
    let path: String
    /// The store, if a command has asked for it.
    var openedStore: TodoStore? { opened }
    private var opened: TodoStore?
    /// The past, if it is what is looked at (`--at`).
    var past: PastState?
    private var background: [Task<Void, Never>] = []
    /// What to say once, where a time zone is needed.
    private var zoneNote: String?

    init(_ options: GlobalOptions) throws {
        zoneNote = Self.adoptTimeZone()
        environment = try Self.environment()
        output = .standardOutput(noColor: options.noColor)
        talk = .standardError(noColor: options.noColor)
        (isJSON, isQuiet) = (options.json, options.quiet)
        path = options.db ?? StackConfiguration.defaultPath()
    }

    /// How the store is opened.
    var configuration: StackConfiguration { .init(storage: .onDisk(path: path), allowsConcurrentReads: false) }

    /// The store. A command asks for it after it has understood its arguments, so that a mistyped one makes no file.
    var store: TodoStore {
        get throws {
            if let opened { return opened }
            let store = try TodoStore(configuration, environment: environment)
            opened = store
            return store
        }
    }

    /// Opens the store with the content of a backup in the place of what is there.
    func restore(from backup: String, progress: @escaping @Sendable (CopyProgress) -> Void) async throws -> Restoration
    {
        let (store, restoration) = try await TodoStore.opening(
            configuration, environment: environment, restoring: backup, progress: progress)
        opened = store
        return restoration
    }

    var now: Date { environment.now() }
    /// The moment that is looked at.
    var viewedAt: Date { past?.date ?? now }
    var timeZone: TimeZone {
        if let note = zoneNote { say(note) }
        zoneNote = nil
        return environment.timeZone
    }

    /// Writes lines of data to the standard output.
    func print(_ lines: [String]) throws {
        guard !lines.isEmpty else { return }
        try StandardStreams.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// Writes one JSON document to the standard output.
    func print(json body: (inout JSONWriter) -> Void) throws {
        var writer = JSONWriter()
        body(&writer)
        let bytes = output.isInteractive ? Array(Sanitized.json(writer.text).utf8) : writer.bytes
        try StandardStreams.write(bytes + [UInt8(ascii: "\n")])
    }

    /// Says something to a person, who may not want to hear it.
    func say(_ line: @autoclosure () -> String, _ style: Style = .plain) {
        guard !isQuiet else { return }
        StandardStreams.say(talk.styles(Sanitized.lines(line()).joined(separator: "\n"), style) + "\n")
    }

    /// Lets something finish behind the command's back before the program ends.
    func finishLater(_ task: Task<Void, Never>) { background.append(task) }

    /// Waits for what is still going on.
    func finish() async {
        guard !background.isEmpty else { return }
        for task in background { await task.value }
        // Only a read notes something behind its back. To close the database would bring that into the file and wait for
        // the disk, so it is left to the next command that closes it.
        if let opened { _ = Unmanaged.passRetained(opened) }
    }

    /// Has Foundation, and every program that is begun, take `TZ` for the zone that it means.
    /// - Returns: what there is to say of it.
    private static func adoptTimeZone() -> String? {
        guard let given = ProcessInfo.processInfo.environment["TZ"], !given.isEmpty else { return nil }
        let zone = TimeZoneVariable.identifier(given)
        if zone != given { setenv("TZ", zone ?? "UTC", 1) }
        guard zone == nil else { return nil }
        return "TZ is “\(Sanitized.line(given))”, which is no known time zone: days and times are those of UTC."
    }

    /// The real world, but for `TODO_NOW` (RFC 3339), with which scripts and tests set the clock.
    private static func environment() throws -> TodoEnvironment {
        guard let text = ProcessInfo.processInfo.environment["TODO_NOW"], !text.isEmpty else { return .live }
        guard let now = Date(rfc3339: text) else {
            throw TodoError(.usage, "TODO_NOW is a time such as 2026-11-21T10:00:00Z, not \(Sanitized.quoted(text)).")
        }
        return TodoEnvironment(now: { now })
    }
}
