import Basics
import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// A restore replaces the whole state with another, for everybody at once.
@Suite("Restoring")
struct RestoreTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String = "todo.db", concurrent: Bool = true, schema: Schema = .current) throws
        -> LocalStack
    {
        var configuration = StackConfiguration(
            storage: .onDisk(path: folder.file(name)), allowsConcurrentReads: concurrent)
        configuration.busyTimeout = 0.05
        return try LocalStack(configuration, environment: .testing(clock: clock), schema: schema)
    }

    @Test(
        "backed up and restored, everything is as it was, but for the device",
        arguments: 1...Dose.of(1, whole: 3) as ClosedRange<UInt64>, [StoreKind.pool, .serial, .inMemory])
    func identity(seed: UInt64, kind: StoreKind) async throws {
        let store = try await RandomStore(seed: seed, kind: kind)
        let before = try content(of: store.stack)
        let path = folder.file("backup.db")
        try await store.stack.backUp(to: path)
        let dao = TodoDAO(store.stack)
        try await dao.deleteMany(try await dao.findMany().items.map(\.id))
        try await dao.createMany((0..<200).map { .sample("new\($0)") })
        let restoration = try await store.stack.restore(from: path)
        #expect(try content(of: store.stack) == before, "seed \(seed)")
        #expect(try await restoration.todos.all == dao.count())
        #expect((restoration.previous != nil) == (kind != .inMemory))
        try expectSound(store.stack, "seed \(seed)")
    }

    @Test("what was there is kept beside it, and can be restored in turn")
    func previous() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("old"))
        try await stack.backUp(to: folder.file("backup.db"))
        try await TodoDAO(stack).createOne(.sample("new"))
        let first = try await stack.restore(from: folder.file("backup.db"))
        #expect(try stack.rows("SELECT id FROM todo") == ["old"])
        #expect(first.previous?.hasSuffix("/todo.db-backups/20261121T120000.000Z-restore.db") == true)
        try await stack.restore(from: try #require(first.previous))
        #expect(try stack.rows("SELECT id FROM todo ORDER BY 1") == ["new", "old"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("todo.db-backups")).count == 2)
    }

    @Test(
        "others that have it open see the one state and then the other, and write on afterwards",
        arguments: [true, false])
    func others(concurrent: Bool) async throws {
        let (stack, other) = (try open(concurrent: concurrent), try open(concurrent: !concurrent))
        try await TodoDAO(stack).createOne(.sample("old"))
        try await stack.backUp(to: folder.file("backup.db"))
        try await TodoDAO(other).createOne(.sample("new"))
        let reader = try OtherProgram(folder.file())
        let count = "SELECT count(*) FROM todo"
        try reader.execute("BEGIN")
        #expect(try reader.integer(count) == 2)
        try await stack.restore(from: folder.file("backup.db"))
        #expect(try reader.integer(count) == 2, "its transaction goes on")
        try reader.execute("COMMIT")
        #expect(try reader.integer(count) == 1)
        #expect(try await TodoDAO(other).findMany().items.map(\.id.rawValue) == ["old"])
        try await TodoDAO(other).createOne(.sample("later"))
        #expect(try await TodoDAO(stack).count() == 2)
        try expectSound(stack, "after a restore beside others")
    }

    @Test("while it goes on nobody writes and everybody reads, and what was there last is in what is kept")
    func locked() async throws {
        let stack = try open()
        try await TodoDAO(stack).createMany((0..<200).map { .sample("t\($0)") })
        try await stack.backUp(to: folder.file("backup.db"))
        try await TodoDAO(stack).createOne(.sample("last"))
        var options = Configuration()
        options.busyMode = .immediateError
        let other = try DatabaseQueue(path: folder.file(), configuration: options)
        let restoration = try await stack.restore(from: folder.file("backup.db")) { progress in
            guard progress.completed < progress.total else { return }
            #expect(throws: DatabaseError.self) {
                try other.writeWithoutTransaction { try $0.execute(sql: "UPDATE todo SET notes = 'lost'") }
            }
            #expect(try! other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM todo") } == 201)  // test only
        }
        #expect(try await TodoDAO(stack).count() == 200)
        let kept = try LocalStack(.init(storage: .onDisk(path: try #require(restoration.previous))))
        #expect(try await TodoDAO(kept).count() == 201)
    }

    @Test("while another program writes, it waits, and says so in the end; nothing is changed")
    func busy() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("old"))
        try await stack.backUp(to: folder.file("backup.db"))
        try await TodoDAO(stack).createOne(.sample("new"))
        let other = try OtherProgram(folder.file())
        try other.beginWriting()
        #expect(await errorCode { try await stack.restore(from: folder.file("backup.db")) } == .locked)
        #expect(await errorCode { try await stack.restoreEverywhere(from: folder.file("backup.db")) } == .locked)
        try other.endWriting()
        #expect(try await TodoDAO(stack).count() == 2)
        try await stack.restore(from: folder.file("backup.db"))
        #expect(try await TodoDAO(stack).count() == 1)
    }

    @Test("whoever observes sees the restored state", arguments: [StoreKind.pool, .inMemory])
    func observed(kind: StoreKind) async throws {
        let test = try TestStore(kind)
        try await test.todos.createOne(.sample("old"))
        try await test.stack.backUp(to: folder.file("backup.db"))
        try await test.todos.createOne(.sample("new"))
        let seen = Locked(0)
        let observing = Task {
            for try await page in test.todos.store.observe(.all) { seen.withLock { $0 = page.items.count } }
        }
        #expect(await eventually { seen.withLock { $0 } == 2 })
        try await test.stack.restore(from: folder.file("backup.db"))
        #expect(await eventually { seen.withLock { $0 } == 1 })
        observing.cancel()
    }

    @Test("the database becomes a device of its own whose stamps are later than all that were given")
    func newDevice() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("a"))
        try await stack.backUp(to: folder.file("backup.db"))
        clock.advance(by: 3600)
        try await TodoDAO(stack).createMany((0..<5).map { .sample("t\($0)") })
        let latest = try #require(Stamp(try stack.rows("SELECT max(stamp) FROM todo")[0]))
        let step = try stack.integer("SELECT max(id) FROM historyTransaction")
        // The wall clock was wrong, and is corrected.
        clock.advance(by: -7200)
        try await stack.restore(from: folder.file("backup.db"))
        try await TodoDAO(stack).createOne(.sample("b"))
        let stamp = try #require(Stamp(try stack.rows("SELECT stamp FROM todo WHERE id = 'b'")[0]))
        #expect((stamp.milliseconds, stamp.counter) > (latest.milliseconds, latest.counter))
        #expect(stamp.device != latest.device)
        #expect(try stack.integer("SELECT max(id) FROM historyTransaction") > step, "no step's number comes twice")
        #expect(try stack.integer("SELECT deviceID FROM replica") == Int(stamp.device.rawValue))
    }

    @Test(
        "the device keeps the name that it has now, as a new one; in another place it is nobody's",
        arguments: [false, true])
    func deviceName(elsewhere: Bool) async throws {
        let stack = try open()
        try await ReplicationDAO(stack).nameDevice("laptop")
        try await stack.backUp(to: folder.file("backup.db"))
        try await ReplicationDAO(stack).nameDevice("myphone")
        let former = try await HistoryDAO(stack).device()
        let target = elsewhere ? try open("new.db") : stack
        try await target.restore(from: folder.file("backup.db"))
        #expect(await errorCode { try await HistoryDAO(target).undo(1, isForced: false) } == .nothingToUndo)
        if !elsewhere { #expect(try await name(of: target) == "myphone") }
        try await TodoDAO(target).createOne(.sample("a"))
        #expect(try await name(of: target) == (elsewhere ? nil : "myphone"))
        #expect(try await HistoryDAO(target).device() != former)
        // Then once more, with nothing written since.
        try await target.restore(from: folder.file("backup.db"))
        try await target.restore(from: folder.file("backup.db"))
        try await TodoDAO(target).createOne(.sample("b"))
        #expect(try await name(of: target) == (elsewhere ? nil : "myphone"))
        try expectSound(target, "after restores of a device with a name")
    }

    private func name(of stack: LocalStack) async throws -> String? {
        try await ReplicationDAO(stack).deviceNames()[HistoryDAO(stack).device()]
    }

    @Test("into an empty place, nothing is kept and no folder is left")
    func emptyPlace() async throws {
        let stack = try open("source.db")
        try await TodoDAO(stack).createOne(.sample("a"))
        try await stack.backUp(to: folder.file("backup.db"))
        let restoration = try await LocalStack.restore(
            .init(storage: .onDisk(path: folder.file("new/todo.db"))), from: folder.file("backup.db"))
        #expect(restoration.previous == nil && restoration.todos.all == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("new")) == ["todo.db"])
        #expect(try await TodoDAO(open("new/todo.db")).count() == 1)
    }

    @Test("a backup of an older version is brought to this one")
    func older() async throws {
        let next = Schema(
            migrations: Schema.current.migrations + [
                Schema.Migration(name: "next") {
                    try $0.execute(sql: "CREATE TABLE next (id INTEGER PRIMARY KEY) STRICT")
                }
            ])
        let old = try open("old.db")
        try await TodoDAO(old).createOne(.sample("a"))
        try await old.backUp(to: folder.file("backup.db"))
        let before = contents(of: folder.file("backup.db"))
        let stack = try open(schema: next)
        try await stack.restore(from: folder.file("backup.db"))
        #expect(try stack.integer("PRAGMA user_version") == next.version)
        #expect(try stack.integer("SELECT count(*) FROM next") == 0)
        #expect(try await TodoDAO(stack).count() == 1)
        #expect(contents(of: folder.file("backup.db")) == before)
        // Then the other way round.
        try await stack.backUp(to: folder.file("newer.db"))
        #expect(await errorCode { try await old.restore(from: folder.file("newer.db")) } == .newerVersion)
    }

    @Test("a backup with pages of another size, and one that has a log beside it")
    func forms() async throws {
        let stack = try open()
        try await TodoDAO(stack).createOne(.sample("a"))
        try await stack.backUp(to: folder.file("backup.db"))
        let plain = try DatabaseQueue(path: folder.file("backup.db"))
        try await plain.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 8192; VACUUM") }
        try plain.close()
        try await stack.restore(from: folder.file("backup.db"))
        #expect(try stack.integer("PRAGMA page_size") == 4096)
        #expect(try await TodoDAO(stack).count() == 1)

        // This is the state that cp leaves: the last edit is only in the log.
        let live = try open("live.db")
        try live.execute("PRAGMA wal_autocheckpoint = 0")
        try await TodoDAO(live).createMany([.sample("b"), .sample("c")])
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.file("live.db") + suffix, toPath: folder.file("cp.db") + suffix)
        }
        try await stack.restore(from: folder.file("cp.db"))
        #expect(try stack.rows("SELECT id FROM todo ORDER BY 1") == ["b", "c"])
        try expectSound(stack, "after a restore of a file with a log")
    }

    @Test("triggers and views that somebody has put into a backup do not come along")
    func foreignCode() async throws {
        let stack = try open()
        try await TodoDAO(stack).createMany([.sample("a"), .sample("b")])
        try await stack.backUp(to: folder.file("backup.db"))
        let evil = try DatabaseQueue(path: folder.file("backup.db"))
        try await evil.writeWithoutTransaction { connection in
            try connection.execute(
                sql: """
                    CREATE TABLE app_thing (id TEXT PRIMARY KEY, name TEXT);
                    CREATE TABLE app_log (id INTEGER PRIMARY KEY, name TEXT);
                    CREATE TRIGGER "evil" AFTER INSERT ON historyTransaction BEGIN DELETE FROM todo; END;
                    CREATE TRIGGER app_evil AFTER UPDATE ON todo BEGIN DELETE FROM tag; END;
                    CREATE TRIGGER app_hidden AFTER INSERT ON app_thing BEGIN DELETE FROM todo; END;
                    CREATE VIEW evil_view AS SELECT title FROM todo;
                    CREATE VIEW app_evil_view AS SELECT title FROM todo;
                    CREATE VIEW app_names AS SELECT name FROM app_thing;
                    CREATE TRIGGER app_noted AFTER INSERT ON app_thing BEGIN INSERT INTO app_log (name) VALUES (new.name); END;
                    """)
        }
        try evil.close()
        for path in ["todo.db", "new.db"] {
            let stack = try open(path)
            try await stack.restore(from: folder.file("backup.db"))
            #expect(
                try stack.rows(
                    "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY 2")
                    == ["view|app_names", "trigger|app_noted"])
            #expect(try stack.rows("SELECT id FROM todo ORDER BY 1") == ["a", "b"])
            try stack.execute("INSERT INTO app_thing VALUES ('1', 'x')")
            #expect(try stack.rows("SELECT name FROM app_log") == ["x"])
            try await TodoDAO(stack).createOne(.sample("c"))
            #expect(try stack.rows("SELECT id FROM todo ORDER BY 1") == ["a", "b", "c"])
        }
    }

    /// Everything except the device's identity and the numbers it gave.
    private func content(of stack: LocalStack) throws -> [String] {
        try stack.dump().filter { row in
            !row.hasPrefix("replica:") && !row.hasPrefix("sqlite_sequence:")
                // The restore itself is a step of the history.
                && !(row.hasPrefix("historyTransaction:") && row.contains("restore"))
        }
    }
}
