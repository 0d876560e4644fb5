public import Foundation
import TodoDomain

/// The location and the options of a database.
public struct StackConfiguration: Sendable, Hashable {
    /// Where the data is stored.
    public enum Storage: Sendable, Hashable {
        /// In a persistent file; its folder is created if it is missing.
        case onDisk(path: String)
        /// In memory, released with the stack.
        case inMemory
        /// In a file in a temporary folder that is created for each stack and removed with it. The folder's name begins
        /// with `name`, which must not contain a slash.
        case test(name: String)
        /// In memory; TodoKit's stores fill it with examples.
        case preview
    }

    /// Where the data is stored.
    public var storage: Storage
    /// Whether to sync with the configured remote: by default if the data stays, on disk.
    public var isSyncEnabled: Bool
    /// Whether reads run during a write, on their own connections. A program that runs a single command opens faster
    /// without them.
    public var allowsConcurrentReads: Bool
    /// All steps that make and change the app's own tables, in the order in which they were released. Steps that have
    /// not run in this database run when it is opened.
    public var migrations: [AppMigration]
    /// Whether the database must exist with this version, and is neither created nor changed.
    package var isReadOnly = false
    /// How many seconds a write waits for another program's before it fails as `locked`.
    package var busyTimeout = 15.0
    /// Whether writes wait for the disk. This is turned off only in simulations, whose machine never loses power.
    package var isDurable = true

    /// A configuration.
    /// - Parameters:
    ///   - storage: where the data is stored.
    ///   - isSyncEnabled: whether to sync with the configured remote; nil for data that stays, on disk, and for no other.
    ///   - allowsConcurrentReads: whether reads run during a write.
    ///   - migrations: the steps that make the app's own tables.
    public init(
        storage: Storage, isSyncEnabled: Bool? = nil, allowsConcurrentReads: Bool = true,
        migrations: [AppMigration] = []
    ) {
        self.storage = storage
        if case .onDisk = storage {
            self.isSyncEnabled = isSyncEnabled ?? true
        } else {
            self.isSyncEnabled = isSyncEnabled ?? false
        }
        self.allowsConcurrentReads = allowsConcurrentReads
        self.migrations = migrations
    }

    /// The same configuration with the steps of an app: `TodoStore(.standard.with(migrations: Focus.migrations))`.
    public func with(migrations: [AppMigration]) -> StackConfiguration {
        var configuration = self
        configuration.migrations = migrations
        return configuration
    }

    /// The user's own data, ``defaultPath(environment:)``.
    public static var standard: StackConfiguration { .init(storage: .onDisk(path: defaultPath())) }
    /// Data in memory, not synced.
    public static var inMemory: StackConfiguration { .init(storage: .inMemory) }
    /// Examples in memory, not synced.
    public static var preview: StackConfiguration { .init(storage: .preview) }
    /// A file in a temporary folder that is removed with the stack; not synced.
    public static func test(name: String = "todo-test") -> StackConfiguration {
        .init(storage: .test(name: name))
    }

    /// The user's database: `TODO_DB` if it is set. Otherwise on Linux and macOS it is `todo/todo.db` in the XDG data
    /// directory (`XDG_DATA_HOME`, by default `~/.local/share`), and elsewhere it is in the app's Application Support.
    public static func defaultPath(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        path { environment[$0] }
    }

    /// The same by a function that reads variables of the environment.
    package static func path(_ variable: (String) -> String?) -> String {
        if let path = variable("TODO_DB"), !path.isEmpty { return path }
        return DefaultFolders.data(variable) + "/todo.db"
    }
}
