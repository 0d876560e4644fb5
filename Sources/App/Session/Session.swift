import ArgumentParser
import Basics
import Foundation
import JSON
import TodoDomain
import TodoFormats
import TodoKit

/// A command that works on a store.
protocol SessionCommand: ParsableCommand {
    var global: GlobalOptions { get }
    /// Whether it changes nothing, so that a missing database means a mistyped path.
    var onlyReads: Bool { get }
    /// Whether it needs its own process: it runs until it is interrupted, or replaces the database.
    var isAlone: Bool { get }
    /// Whether it takes any number of id prefixes of to-dos (``IDsCommand``).
    static var takesIDs: Bool { get }
    /// Whether it takes the words of a filter (``FilteredCommand``).
    static var takesFilter: Bool { get }
    mutating func run(in session: Session) async throws
}

/// A default subcommand that takes words: a word that is not the name of a subcommand is the first of them.
protocol WordsCommand: SessionCommand {}

/// A command that takes any number of id prefixes of to-dos.
protocol IDsCommand: SessionCommand {}

/// A command that takes the words of a filter.
protocol FilteredCommand: SessionCommand {}

extension SessionCommand {
    /// The default.
    var onlyReads: Bool { false }
    /// The default.
    var isAlone: Bool { false }
    /// The default.
    static var takesIDs: Bool { false }
    /// The default.
    static var takesFilter: Bool { false }

    /// Never reached: ``Main`` runs these commands in a session.
    mutating func run() throws { throw CleanExit.helpRequest(self) }
}

extension IDsCommand {
    static var takesIDs: Bool { true }
}

extension FilteredCommand {
    static var takesFilter: Bool { true }
}

/// The surroundings of one run of the program: the clock, the terminal, and the store, which is opened on first use.
final class Session {
    let environment: TodoEnvironment
    let output: Terminal
    let talk: Terminal
    let isJSON: Bool
    let isQuiet: Bool
    /// The names of all commands, which no alias replaces.
    let commands: [String]
    /// The path of the database.
    let path: String
    /// The store, if a command has used it.
    var openedStore: TodoStore? { opened }
    private var opened: TodoStore?
    /// How many edits the store had committed when this began.
    private let editsBefore: Int
    /// The moment that is being viewed (`--at`); nil for now.
    var at: Date?
    /// The state at that moment, once ``pastState()`` has read it.
    var past: PastState?
    /// The look of a table of to-dos by the shown view and the person's settings.
    var look = TodoLook()
    private var background: [Task<Void, Never>] = []

    /// A session for one command.
    /// - Parameters:
    ///   - commands: the names of all commands; a session that reads no settings needs none.
    ///   - store: an open store, which is the one that the options name.
    /// - Throws: `usage` for a time zone or a time in the environment that cannot be understood.
    init(_ options: GlobalOptions, commands: [String] = [], using store: TodoStore? = nil) throws {
        self.commands = commands
        opened = store
        editsBefore = store?.stack.edits.count ?? 0
        try Self.adoptTimeZone()
        environment = try Self.environment()
        let noColor = options.noColor || options.color == .never
        output = .standardOutput(noColor: noColor, isForced: options.color == .always)
        talk = .standardError(noColor: noColor)
        isJSON = options.json
        isQuiet = options.quiet
        path = options.db ?? StackConfiguration.path(EnvironmentVariable.value)
    }

    /// The configuration of the store.
    var configuration: StackConfiguration {
        .init(storage: isEmpty ? .inMemory : .onDisk(path: path), allowsConcurrentReads: false)
    }

    /// Whether there is no database yet, and a command that only reads must not make one.
    var isEmpty = false

    /// The store. A command first parses its arguments, so that a mistyped argument does not create a file.
    var store: TodoStore {
        get throws {
            if let opened { return opened }
            let store = try TodoStore(configuration, environment: environment)
            opened = store
            if let log = store.foreignLog, !isJSON {
                say("The log of another database was beside \(path); it is now \(log).", .yellow)
            }
            return store
        }
    }

    /// Whether there is a file that may be a database. An empty file is not, because the store would make a database of
    /// it.
    /// - Throws: `cannot-open` if that cannot be told, as in a folder that may not be searched.
    var hasDatabase: Bool {
        get throws {
            guard let status = try TodoError.wrappingFileErrors({ try FileStatus.of(path) }) else { return false }
            return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
        }
    }

    /// Refuses to continue without a database: a mistyped path should be noticed, and not create one.
    /// - Throws: `not-found` if there is none; `usage` for an empty path.
    func requireDatabase() throws {
        guard !path.isEmpty else { throw TodoError(.usage, "--db needs the path of a file.") }
        guard try !TodoError.wrappingFileErrors({ try FileStatus.isThere(path) }) else { return }
        throw TodoError(.notFound, "There is no database \(Sanitized.bounded(path, to: 300)).")
    }

    /// Opens the store after replacing its content with a backup's.
    func restore(from backup: String, progress: @escaping @Sendable (CopyProgress) -> Void) async throws -> Restoration
    {
        let (store, restoration) = try await TodoStore.opening(
            configuration, environment: environment, restoring: backup, progress: progress)
        opened = store
        return restoration
    }

    /// The person's settings, or the usual settings if their file cannot be read. Problems are reported once.
    private(set) lazy var settings: Settings = {
        do {
            let (settings, problems) = try readSettings()
            sayProblems(problems)
            return settings
        } catch {
            if !isJSON { say((error as? TodoError)?.message ?? "The settings cannot be read.") }
            return Settings()
        }
    }()

    var now: Date { environment.now() }
    /// The moment that is being viewed.
    var viewedAt: Date { at ?? now }
    var timeZone: TimeZone { environment.timeZone }

    /// Prints lines of data to the standard output.
    func print(_ lines: [String]) throws {
        guard !lines.isEmpty else { return }
        try StandardStreams.write(lines: lines, hasStyles: output.usesColor)
    }

    /// Prints one JSON document to the standard output.
    func print(json body: (inout JSONWriter) -> Void) throws {
        var writer = JSONWriter()
        body(&writer)
        try StandardStreams.write(json: writer.bytes + [UInt8(ascii: "\n")])
    }

    /// Prints a message for a person, unless `--quiet` was given.
    func say(_ line: @autoclosure () -> String, _ style: Style = .plain) {
        guard !isQuiet else { return }
        StandardStreams.say(
            talk.styles(Sanitized.lines(line()).joined(separator: "\n"), style) + "\n",
            hasStyles: talk.usesColor)
    }

    /// Prints a line only if a person looks at a list, because an empty list would be a riddle. A program counts the
    /// lines.
    func sayOnTerminal(_ line: @autoclosure () -> String, _ style: Style = .plain) {
        guard output.isInteractive, !isJSON else { return }
        say(line(), style)
    }

    /// Lets a task finish in the background before the program ends.
    func finishLater(_ task: Task<Void, Never>) { background.append(task) }

    /// Waits for background tasks.
    func finish() async {
        guard !background.isEmpty else { return }
        for task in background { await task.value }
        // Only reads have background tasks. Closing the database would checkpoint what they wrote and wait for the
        // disk, so that is left to the next command that closes it.
        if let opened { _ = Unmanaged.passRetained(opened) }
    }

    /// The error. If the change was committed before, it says so: then only the answer has failed.
    func told(_ error: any Error) -> any Error {
        guard let error = error as? TodoError, !(error.underlying is StandardStreams.OutputFailure),
            let stack = opened?.stack, stack.edits.count > editsBefore
        else {
            return error
        }
        guard error.effect == .nothingChanged else { return error }
        if stack.isLastEditKept { return error.with(effect: .applied) }
        // Another change was made before, so it would be wrong to say that nothing was changed.
        return TodoError(
            error.code, error.reason, remedies: error.remedies, candidates: error.candidates, underlying: error)
    }

    /// Makes Foundation, and every child process, interpret `TZ` as the zone that it means.
    /// - Throws: `usage` if it does not mean a zone, because days would be those of another place; `cannot-open` if it
    ///   is not set, and the system's own zone cannot be found out.
    private static func adoptTimeZone() throws {
        guard let given = EnvironmentVariable.value("TZ"), !given.isEmpty else {
            if let zone = try TimeZoneVariable.unlinkedZone() { setenv("TZ", zone, 1) }
            return
        }
        guard let zone = TimeZoneVariable.identifier(given) else {
            throw TodoError(
                .usage,
                "TZ is \(Sanitized.quoted(given)), which is not a known time zone; set it to one such as Europe/Zurich, or unset it."
            )
        }
        if zone != given { setenv("TZ", zone, 1) }
    }

    /// The real world, but scripts and tests can set the clock with `TODO_NOW` (RFC 3339).
    private static func environment() throws -> TodoEnvironment {
        guard let text = EnvironmentVariable.value("TODO_NOW"), !text.isEmpty else { return .live }
        guard let now = Date(rfc3339: text) else {
            throw TodoError(.usage, "TODO_NOW is a time such as 2026-11-21T10:00:00Z, not \(Sanitized.quoted(text)).")
        }
        return TodoEnvironment(now: { now })
    }
}
