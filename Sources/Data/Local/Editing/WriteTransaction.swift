public import Foundation
import GRDB
import JSON
import SQLite
public import TodoDomain

/// Who made a change.
public enum Author: String, Hashable, Sendable, CaseIterable {
    /// A person, on this device.
    case user
    /// A file that was imported.
    case `import`
    /// Another device.
    case sync
}

/// One step of the history: everything that one action of a person changes, written completely or not at all.
///
/// It reads and writes rows, makes the stamps, and records the values before and after. Relations, replication state
/// and history are updated with each change in the same transaction. It is valid only within the closure that receives
/// it.
public final class WriteTransaction {
    let database: Database
    /// Time, time zone and identifiers: `transaction.environment.makeID()`.
    public let environment: TodoEnvironment
    /// When the transaction began, in milliseconds since 1970 by this device's own clock: the time that people see.
    package let now: Int64
    /// The same moment by the clock corrected to the remote's: the time that orders edits of all devices, and by which
    /// the remote counts the age of deletions.
    package let sharedNow: Int64
    private var action: String
    let author: Author
    /// The program for which it is made; nil for a person, and for what comes from elsewhere.
    private let client: HistoryClient?
    private let process: String
    private var group: Int64?

    /// The clock. Its device is that of the program for which the transaction is made, or ``replica``.
    private(set) var clock: HybridLogicalClock
    /// The device that this database is.
    private(set) var replica: DeviceID
    /// How far the remote's clock is ahead of this device's, in milliseconds.
    let clockOffset: Int64
    private let clockBefore: HybridLogicalClock
    private var reach: ClockReach
    private let reachBefore: ClockReach
    private var stamp: Stamp?
    private var hasObserved = false
    private var historyID: Int64?
    /// The step that the next step undoes; the next step begins with the next change.
    private var postponed: (step: Int64, leader: Int64?)?
    private var ordinal: Int64 = 0

    /// The space in which ids are looked up and new records are made.
    private(set) var space = SpaceID.own
    /// Whether there are other spaces than the own one.
    let hasOtherSpaces: Bool
    /// Whether ids are those of the space. Otherwise a person or an app has named a record, which may be in another one.
    private(set) var isSpaceNamed = false
    /// The state derived from the rows of the space.
    private(set) var derived = DerivedStates()
    /// The same of each space in which this transaction has worked.
    private var derivedBySpace: [SpaceID: DerivedStates] = [:]
    /// The spaces that are known to take edits from here.
    private var openSpaces: Set<SpaceID> = [.own]
    /// Whether records are copied from another space, with the stamps that they have there.
    var isCopying = false
    /// Whether the copies of inactive spaces may be changed.
    var isChangingCopies = false
    /// The state of an import.
    var importedRecords = ImportedRecords()
    /// Whether an import revives records that were deleted or done here and are in the file.
    package var isReviving = false
    /// Whether the records of another database are merged, with the stamps that they have there.
    var isMergingReplica = false
    /// The statements of the app that are known to write only to tables of the app.
    var ownStatements: Set<String> = []
    /// The statements that insert a row unless its key exists, by the type of the row.
    var insertions: [ObjectIdentifier: Statement] = [:]
    /// The last statements that updated rows, with the columns that they write, by the type of the row.
    var updates: [ObjectIdentifier: (columns: [Int], statement: Statement)] = [:]

    init(_ database: Database, writer: Writer, action: String, author: Author, group: Int64?) throws {
        self.database = database
        self.action = action
        self.author = author
        self.group = group
        environment = writer.environment
        client = author == .sync ? nil : writer.client
        process = client?.stored(behind: writer.process) ?? writer.process
        (clock, reach, clockOffset, hasOtherSpaces) = try Replica.clock(in: database, of: writer)
        replica = clock.device
        if let client { clock.device = replica.acting(as: client.name) }
        // Values from the file and the environment are clamped, so that adding to them cannot overflow.
        now = Limits.nearestTime(to: environment.now().milliseconds)
        sharedNow = Limits.nearestTime(to: now.addingClamped(clockOffset))
        clockBefore = clock
        reachBefore = reach
    }

    /// When the transaction began, by this device's own clock: the single time of everything that it writes. Its stamps
    /// have the time of the remote's clock, as far as it is known.
    public var date: Date { Date(milliseconds: now) }

    /// A view of the database that includes the transaction's own changes.
    public var reading: ReadTransaction { ReadTransaction(database, uncounted: derived.counts.change, in: space) }

    /// The dependencies that were ignored before this transaction removed or changed others.
    package var wokenDependencies: [Todo.Dependency] { derived.dependencies.woken }

    /// The titles of merged tags in an imported file, each with the title of the tag that replaces it.
    package var mergedTitles: [String: String] { importedRecords.mergedTitles }

    /// The step of the history that this transaction makes; nil as long as nothing has changed.
    package var historyStep: Int64? { historyID }

    /// Makes the following changes part of an earlier step, if that is the newest step that can be undone.
    /// - Returns: whether it is.
    package func join(_ step: Int64) throws -> Bool {
        guard try reading.undoableSteps(limit: 1).first?.id == step else { return false }
        group = step
        return true
    }

    /// The stamp for registers whose current stamp is at most `replaced`. It stays the same throughout the transaction,
    /// unless it has to replace a later stamp.
    package func stamp(after replaced: Stamp? = nil) throws -> Stamp {
        if let stamp, replaced.map({ $0 < stamp }) ?? true { return stamp }
        if let replaced, replaced.milliseconds > max(sharedNow, clock.milliseconds) + HybridLogicalClock.tolerance {
            // The later stamp comes from a device whose clock is far ahead: its value is overwritten, but the clock
            // does not follow.
            return try stampAhead(after: replaced)
        }
        var next = clock
        var stamp = next.tick(now: sharedNow, after: replaced)
        if reach.isTaken(stamp.milliseconds) {
            next = clock
            stamp = next.tick(now: reach.takenTo + 1, after: replaced)
        }
        reach.give(stamp.milliseconds, after: clock.milliseconds)
        clock = next
        self.stamp = stamp
        return stamp
    }

    /// A stamp later than one from the future and than all others that were made in this way, so that no two are equal.
    private func stampAhead(after replaced: Stamp) throws -> Stamp {
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT aheadMilliseconds, aheadCounter FROM replica"))
        let last = try row.map {
            Stamp(milliseconds: try $0.value(at: 0), counter: try $0.value(at: 1), device: clock.device)
        }
        let isTaken = reach.isTaken(replaced.milliseconds)
        let stamp = clock.ahead(
            now: isTaken ? reach.takenTo + 1 : sharedNow, after: max(replaced, last ?? replaced))
        try execute(
            """
            UPDATE replica SET aheadMilliseconds = \(.integer(stamp.milliseconds)), \
            aheadCounter = \(.integer(Int64(stamp.counter)))
            """)
        return stamp
    }

    /// Observes a stamp from elsewhere.
    func observe(_ stamp: Stamp) {
        clock.observe(stamp, limit: sharedNow + HybridLogicalClock.tolerance)
        hasObserved = true
    }

    /// Observes a stamp that was made here without reading the clock.
    func didGive(_ stamp: Stamp) { clock.observe(stamp, limit: sharedNow) }

    /// Resets the clock of a device that has made no later stamp.
    func resetClock(to stamp: Stamp) {
        clock = HybridLogicalClock(device: stamp.device, milliseconds: stamp.milliseconds, counter: stamp.counter)
        self.stamp = nil
        hasObserved = true
    }

    /// Takes back the readings of the clock beyond `limit`, so that it continues from `now`: none of them is given
    /// again. If these readings are not known, the database gets a new device id, which has never made a stamp.
    func setClockBack(beyond limit: Int64, to now: Int64) throws {
        guard let last = reach.takeBack(beyond: limit, last: clock.milliseconds) else {
            return try takeNewIdentity(at: Stamp(milliseconds: now, counter: 0, device: clock.device))
        }
        resetClock(to: Stamp(milliseconds: max(now, last + 1), counter: 0, device: clock.device))
    }

    /// Notes that no reading of the clock is ahead of the remote's.
    func confirmClock() {
        reach.confirm(clock.milliseconds)
        hasObserved = true
    }

    /// Gives the database a new device id, which has never made a stamp.
    private func takeNewIdentity(at stamp: Stamp) throws {
        let device = Replica.makeDevice(environment)
        replica = device
        try execute("UPDATE replica SET deviceID = \(.integer(Int64(device.rawValue)))")
        resetClock(to: Stamp(milliseconds: stamp.milliseconds, counter: stamp.counter, device: device))
        reach = ClockReach()
    }

    /// Writes the transaction's remaining state.
    func finish() throws {
        try inEverySpaceOfThis { try deriveAll() }
        if let client, historyID != nil { try introduce(client, as: clock.device) }
        // The clock is saved only if one of its stamps was used, or if it has observed another one.
        guard clock != clockBefore || reach != reachBefore, historyID != nil || hasObserved else { return }
        try execute(
            """
            UPDATE replica SET clockMilliseconds = \(.integer(clock.milliseconds)), \
            clockCounter = \(.integer(Int64(clock.counter))), confirmedReading = \(.integer(reach.confirmed)), \
            firstReading = \(.integer(reach.first)), takenFrom = \(.integer(reach.takenFrom)), \
            takenTo = \(.integer(reach.takenTo))
            """)
    }

    // MARK: Spaces

    /// Calls `body`, in which ids are those of a space.
    package func within<T>(_ space: SpaceID, _ body: () throws -> T) rethrows -> T {
        let former = (space: self.space, isNamed: isSpaceNamed)
        isSpaceNamed = true
        enter(space)
        defer {
            enter(former.space)
            isSpaceNamed = former.isNamed
        }
        return try body()
    }

    private func enter(_ space: SpaceID) {
        guard space != self.space else { return }
        derivedBySpace[self.space] = derived
        derived = derivedBySpace[space] ?? DerivedStates(counts: derived.counts)
        self.space = space
    }

    /// Refuses an edit of a space in which this person may edit nothing.
    /// - Parameter isReturning: whether it takes back that the copy of an inactive space was kept or forgotten, or does so
    ///   again.
    /// - Throws: `not-allowed` for a viewer; `removed` or `ended` for an inactive space.
    func refuseClosed(_ space: SpaceID, isReturning: Bool = false) throws {
        guard !openSpaces.contains(space), author != .sync, !isMergingReplica, !isChangingCopies,
            let shared = try reading.sharedSpaces()[space]
        else { return }
        if let refusal = shared.refusal {
            guard isReturning, shared.state != .active else { throw refusal }
            return
        }
        openSpaces.insert(space)
    }

    /// Whether the space is one in which this person may edit nothing, as far as an edit has shown it.
    var isClosed: Bool { !openSpaces.contains(space) && author != .sync && !isMergingReplica }

    /// Whether this person may edit a space.
    func accepts(editsOf space: SpaceID) throws -> Bool {
        try space == .own || reading.sharedSpaces()[space]?.refusal == nil
    }

    /// Calls `body` in each space in which this transaction has worked.
    func inEverySpaceOfThis(_ body: () throws -> Void) rethrows {
        try body()
        for space in derivedBySpace.keys.filter({ $0 != self.space }).sorted(by: { $0.rawValue < $1.rawValue }) {
            try within(space, body)
        }
    }

    /// Calls `body` in the space of the record that an id names, which a person has typed or an app has passed.
    /// - Throws: `ambiguous-id`; what `body` throws.
    func inSpace<Entity: RecordEntity, T>(of type: Entity.Type, _ id: String, _ body: () throws -> T) throws -> T {
        guard hasOtherSpaces, !isSpaceNamed else { return try body() }
        return try within(reading.space(named: type, id), body)
    }

    /// The same for several records: `body` is called once for each space, with the ids of its records.
    func inSpaces<Entity: RecordEntity, T>(
        of type: Entity.Type, _ ids: [String], _ body: ([String]) throws -> T
    ) throws -> [T] {
        guard hasOtherSpaces, !isSpaceNamed else { return [try body(ids)] }
        var found: [(space: SpaceID, ids: [String])] = []
        for id in ids {
            let space = try reading.space(named: type, id)
            if let index = found.firstIndex(where: { $0.space == space }) {
                found[index].ids.append(id)
            } else {
                found.append((space, [id]))
            }
        }
        guard !found.isEmpty else { return [try body(ids)] }
        return try found.map { part in try within(part.space) { try body(part.ids) } }
    }

    /// The spaces that there are, the own one first.
    func allSpaces() throws -> [SpaceID] {
        guard hasOtherSpaces else { return [.own] }
        return try reading.spaces()
    }

    func execute(_ fragment: SQLFragment) throws { try database.run(fragment.sql, fragment.arguments) }

    /// Records a change: the registers' values before and after, or nil for a new record.
    /// - Parameters:
    ///   - stamps: when and where another device wrote the registers; nil for local changes.
    ///   - updatedAt: when the record had last been edited before, in milliseconds since 1970.
    func recordChange(
        _ kind: RecordKind, _ rowID: Int64, before: [String: JSONValue]? = nil, after: [String: JSONValue]? = nil,
        stamps: [String: Stamp]? = nil, updatedAt: Int64? = nil
    ) throws {
        if let postponed {
            try beginStep(action, takingBack: postponed.step, with: postponed.leader)
        } else if historyID == nil {
            try beginStep(action)
        }
        ordinal += 1
        try database.run(
            """
            INSERT INTO historyChange (transactionID, ordinal, kind, recordID, before, after, stamps, updatedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                StoredValue(historyID), .integer(ordinal), .text(kind.rawValue), .integer(rowID),
                StoredValue(before.map { JSONValue.object($0).canonicalJSON }),
                StoredValue(after.map { JSONValue.object($0).canonicalJSON }), StoredValue(stamps.map(StampMap.text)),
                StoredValue(updatedAt),
            ])
    }

    /// Begins a step of the history, to which the following changes belong.
    /// - Parameters:
    ///   - step: the step that it undoes; nil if it undoes none.
    ///   - leader: the first of several steps that are undone and redone together; nil for a separate step.
    func beginStep(_ action: String, takingBack step: Int64? = nil, with leader: Int64? = nil) throws {
        try database.run(
            """
            INSERT INTO historyTransaction (at, deviceID, process, author, action, groupID, undoes)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(now), .integer(Int64(clock.device.rawValue)), .text(process), .text(author.rawValue),
                .text(action), StoredValue(leader ?? group), StoredValue(step),
            ])
        self.action = action
        historyID = database.lastInsertedRowID
        ordinal = 0
        guard postponed == nil else { return postponed = nil }
        // If several steps are undone together, each has its own stamp, later than those before it, as it had
        // originally: the stamps show whether a subtask was done before the to-do above it was settled.
        if step != nil { self.stamp = nil }
    }

    /// Begins a step of the history with the next change, if there is one.
    /// - Parameters:
    ///   - step: the step that it undoes.
    ///   - leader: the first of the steps that are undone and redone together; nil for its own group.
    func postponeStep(takingBack step: Int64, with leader: Int64?) { (postponed, stamp) = ((step, leader), nil) }

    /// Begins no step after all; returns whether it was to begin.
    func cancelPostponedStep() -> Bool {
        defer { postponed = nil }
        return postponed != nil
    }
}
