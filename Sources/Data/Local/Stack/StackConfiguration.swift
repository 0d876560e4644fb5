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
        /// In a file in a temporary folder that is created for each stack and removed with it. Its name begins with
        /// `name`, which must not contain a slash.
        case test(name: String)
        /// In memory; TodoKit's stores fill it with examples.
        case preview
    }

    /// Where the data is stored.
    public var storage: Storage
    /// Whether to sync with the configured remote.
    public var isSyncEnabled: Bool
    /// Whether reads run during a write, on connections of their own. A program that runs a single command opens faster
    /// without them.
    public var allowsConcurrentReads: Bool
    /// The steps that make and change the app's own tables, all of them, in the order in which they were released. Those that
    /// have not run in this database run when it is opened.
    public var migrations: [AppMigration]
    /// Whether only a database that is there and of this version is opened, and nothing of it is made or changed.
    package var isReadOnly = false
    /// How many seconds a write waits for another program's before it fails as `locked`.
    package var busyTimeout = 15.0
    /// Whether writes wait for the disk. Only turned off in simulations, whose machine never loses power.
    package var isDurable = true

    /// A configuration.
    public init(
        storage: Storage, isSyncEnabled: Bool = true, allowsConcurrentReads: Bool = true,
        migrations: [AppMigration] = []
    ) {
        (self.storage, self.isSyncEnabled) = (storage, isSyncEnabled)
        (self.allowsConcurrentReads, self.migrations) = (allowsConcurrentReads, migrations)
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
    public static var inMemory: StackConfiguration { .init(storage: .inMemory, isSyncEnabled: false) }
    /// Examples in memory, not synced.
    public static var preview: StackConfiguration { .init(storage: .preview, isSyncEnabled: false) }
    /// A file in a temporary folder that is removed with the stack; not synced.
    public static func test(name: String = "todo-test") -> StackConfiguration {
        .init(storage: .test(name: name), isSyncEnabled: false)
    }

    /// The user's database: `TODO_DB`, or else on Linux and macOS `todo/todo.db` in the XDG data directory (`XDG_DATA_HOME`, by
    /// default `~/.local/share`), and elsewhere in the app's Application Support.
    public static func defaultPath(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        if let path = environment["TODO_DB"], !path.isEmpty { return path }
        return DefaultFolders.data(environment) + "/todo.db"
    }
}
