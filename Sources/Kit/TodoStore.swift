public import TodoDomain
public import TodoLocal
import TodoRepositories
public import TodoSync

/// The entry point for front ends: the to-dos, lists, tags and locations of one person.
/// ```swift
/// let store = try TodoStore.inMemory()
/// let todo = try await store.add("Buy milk", tags: ["home"])
/// for try await page in store.todos.observe(.all.open) { show(page.items) }
/// ```
///
/// DAOs and repositories have no state of their own. Each is made on request, so that a command that lists to-dos does not
/// pay for the DAO of views.
public final class TodoStore: Sendable {
    /// The to-dos.
    public var todos: any TodoRepository { RecordRepository(todoDAO, remote: remote) }
    /// The tags.
    public var tags: any TagRepository { RecordRepository(tagDAO, remote: remote) }
    /// The locations.
    public var locations: any LocationRepository { RecordRepository(locationDAO, remote: remote) }
    /// The lists.
    public var lists: any ListRepository { RecordRepository(listDAO, remote: remote) }
    /// The comments on to-dos.
    public var comments: any CommentRepository { RecordRepository(commentDAO, remote: remote) }
    /// The views, which are filters with a name.
    public var views: any ViewRepository { RecordRepository(viewDAO, remote: remote) }
    /// Recent searches and recently viewed to-dos.
    public var recents: RecentsDAO { RecentsDAO(stack) }
    /// Syncs the store with a remote, if one is set up.
    public let sync: SyncCoordinator

    /// The database underneath, for its DAOs and object stores.
    public let stack: LocalStack
    /// The to-dos in the database.
    public var todoDAO: TodoDAO { TodoDAO(stack) }
    /// The tags in the database.
    public var tagDAO: TagDAO { TagDAO(stack) }
    /// The locations in the database.
    public var locationDAO: LocationDAO { LocationDAO(stack) }
    /// The lists in the database.
    public var listDAO: ListDAO { ListDAO(stack) }
    /// The comments in the database.
    package var commentDAO: CommentDAO { CommentDAO(stack) }
    /// The views in the database.
    package var viewDAO: ViewDAO { ViewDAO(stack) }
    /// The records of apps in the database, of all types.
    package var appRecordDAO: AppRecordDAO { AppRecordDAO(stack) }

    /// Whether this process has written edits that have to be synced.
    package var hasEdits: Bool { stack.hasEdits }

    /// The path to which the write-ahead log of another database was moved; nil if there was none. It lay beside the file
    /// when the file was opened, and SQLite would have written it into the file.
    package var foreignLog: String? { stack.foreignLog }

    /// Refuses a long-running program if the disk was full when it opened the store. Otherwise other programs could not use
    /// the file as long as it runs, even after space is available again.
    /// - Throws: `disk-full`.
    package func refuseToKeepOthersOut() throws {
        guard !stack.isShared else { return }
        throw TodoError(
            .diskFull, "The disk is full, so that no other program could use the to-dos while this one runs.",
            effect: .nothingChanged, remedies: [.makeRoom])
    }

    /// Opens a store.
    /// - Parameters:
    ///   - configuration: where its data is, and how it may be used.
    ///   - environment: time, time zone and identifiers.
    ///   - services: the services with which the store reaches its remote.
    /// - Throws: ``TodoError``: `newer-version`, `older-version`, `foreign-database`, `corrupt`, `cannot-open`, `read-only`,
    ///   `locked`, `disk-full`.
    public convenience init(
        _ configuration: StackConfiguration, environment: TodoEnvironment = .live,
        services: RemoteServices = .platform
    ) throws {
        try self.init(LocalStack(configuration, environment: environment), services: services)
        if configuration.storage == .preview { try stack.fillWithExamples() }
    }

    /// Opens an existing store of this version to read it as it is. Nothing is created or changed.
    /// - Throws: ``TodoError`` with code `cannot-open` for any other store; or an error of ``init(_:environment:services:)``.
    package convenience init(reading path: String, environment: TodoEnvironment) throws {
        var configuration = StackConfiguration(
            storage: .onDisk(path: path), isSyncEnabled: false, allowsConcurrentReads: false)
        configuration.isReadOnly = true
        configuration.busyTimeout = 1
        try self.init(configuration, environment: environment)
    }

    /// Opens a store that syncs with a remote of the app's own, or with the remote of a test.
    /// - Parameters:
    ///   - configuration: where the data is. The store is synced even if the configuration says that it is not, as
    ///     ``StackConfiguration/inMemory`` does.
    ///   - remote: the remote. It is used instead of the remote that is set up in the data.
    ///   - environment: time, time zone and identifiers.
    /// - Throws: ``TodoError`` as ``init(_:environment:services:)`` does.
    public convenience init(
        _ configuration: StackConfiguration, remote: any RemoteStore, environment: TodoEnvironment = .live
    ) throws {
        var configuration = configuration
        configuration.isSyncEnabled = true
        try self.init(configuration, environment: environment, services: RemoteServices(remote: remote))
    }

    let remote: any RemoteSource

    /// A store on a stack.
    /// - Parameters:
    ///   - remote: a remote to sync with instead of the configured one; for tests.
    ///   - services: the services that send requests.
    ///   - clock: the clock for the pauses of syncing.
    package init(
        _ stack: LocalStack, syncingWith remote: (any RemoteStore)? = nil,
        services: RemoteServices = .platform,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.stack = stack
        sync = SyncCoordinator(stack, remote: remote, services: services, clock: clock)
        self.remote = stack.configuration.isSyncEnabled ? sync : NoRemote()
    }

    /// A store in memory, which disappears with its last reference.
    public static func inMemory(environment: TodoEnvironment = .live) throws -> TodoStore {
        try TodoStore(.inMemory, environment: environment)
    }

    /// A store in memory with examples.
    public static func preview(environment: TodoEnvironment = .live) throws -> TodoStore {
        try TodoStore(.preview, environment: environment)
    }

    /// An empty store in a file, in a temporary folder that is removed with the store.
    /// - Parameters:
    ///   - name: the prefix of the folder's name.
    ///   - environment: time, time zone and identifiers.
    public static func test(name: String = "todo-test", environment: TodoEnvironment = .live) throws -> TodoStore {
        try TodoStore(.test(name: name), environment: environment)
    }
}
