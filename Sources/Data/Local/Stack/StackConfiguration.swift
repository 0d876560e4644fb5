public import Foundation
import TodoDomain

/// Where a stack keeps its data, and how.
public struct StackConfiguration: Sendable, Hashable {
    /// Where the data is.
    public enum Storage: Sendable, Hashable {
        /// In a file that stays; its folder is made if it is missing.
        case onDisk(path: String)
        /// In memory, gone with the stack.
        case inMemory
        /// In a file in a temporary folder that is made for each stack and goes with it. Its name begins with `name`, which
        /// has no slash.
        case test(name: String)
        /// In memory; a store of TodoKit fills it with examples.
        case preview
    }

    /// Where the data is.
    public var storage: Storage
    /// Whether a configured remote is synced with.
    public var isSyncEnabled: Bool
    /// Whether reads go on beside a write, on connections of their own. A program that runs one command does without,
    /// which opens faster.
    public var allowsConcurrentReads: Bool
    /// How many seconds a write waits for another program's before it is `locked`.
    package var busyTimeout = 15.0
    /// Whether a write waits for the disk. Only a simulation, in which the machine never loses power, does without.
    package var isDurable = true

    /// A configuration.
    public init(storage: Storage, isSyncEnabled: Bool = true, allowsConcurrentReads: Bool = true) {
        (self.storage, self.isSyncEnabled) = (storage, isSyncEnabled)
        self.allowsConcurrentReads = allowsConcurrentReads
    }

    /// The user's own data, ``defaultPath(environment:)``.
    public static var standard: StackConfiguration { .init(storage: .onDisk(path: defaultPath())) }
    /// Data in memory, not synced.
    public static var inMemory: StackConfiguration { .init(storage: .inMemory, isSyncEnabled: false) }
    /// Examples in memory, not synced.
    public static var preview: StackConfiguration { .init(storage: .preview, isSyncEnabled: false) }
    /// A file in a temporary folder of its own, which goes with the stack; not synced.
    public static func test(name: String = "todo-test") -> StackConfiguration {
        .init(storage: .test(name: name), isSyncEnabled: false)
    }

    /// The user's database: `TODO_DB`, or `todo/todo.db` in the XDG data directory (`XDG_DATA_HOME`, by default
    /// `~/.local/share`).
    public static func defaultPath(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        if let path = environment["TODO_DB"], !path.isEmpty { return path }
        // The XDG specification has relative paths ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/todo/todo.db" }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return home + "/.local/share/todo/todo.db"
    }

}
