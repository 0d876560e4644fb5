/// One event in a simulated world. All chance in it follows from its salt, so that other steps can be left out without
/// changing it.
package enum Step: Sendable {
    /// Somebody edits something on a device.
    case edit(device: Int, salt: UInt64)
    /// Somebody edits this on a device.
    case wish(device: Int, Wish)
    /// A device syncs, in one of the two processes that have its database open.
    case sync(device: Int, process: Int = 0, faults: [Fault] = [])
    /// A device's clock is set this many milliseconds fast.
    case setClock(device: Int, ahead: Int64)
    /// The server's clock is set this many milliseconds fast.
    case setServerClock(ahead: Int64)
    /// A member of the space who means harm writes a document that lies.
    case hostileMember(salt: UInt64)
    /// A device restarts: what it knew of its clock is gone.
    case restart(device: Int)
    /// This many milliseconds pass, everywhere.
    case wait(Int64)
    /// The server is backed up.
    case backUp
    /// The server is restored from its backup.
    case restore(newEpoch: Bool)
    /// A client of a newer version makes this many commits.
    case newerClient(commits: Int, salt: UInt64)
    /// A client of a version that this one would damage takes over the space; or all are of one version again.
    case newerSchema(Bool)
    /// A request that was sent and given up arrives after all.
    case deliverLate
    /// A device's database file is copied to another device.
    case copy(device: Int)
    /// A device's disk is full from now on, or has room again.
    case fillDisk(device: Int, Bool)
}

/// An edit that a script names.
package enum Wish: Sendable, Hashable {
    /// Makes a to-do with this id.
    case create(String)
    /// Puts a to-do below another one.
    case move(String, below: String)
    /// Makes a list with this id.
    case createList(String)
    /// Puts a list below another one.
    case moveList(String, below: String)
    /// Deletes a to-do.
    case delete(String)
}

/// What goes wrong during a sync.
package enum Fault: Sendable {
    /// It happens to the request with this number.
    case request(Int, RequestFault)
    /// It happens in the transaction with this number.
    case transaction(Int, TransactionFault)
}

package enum RequestFault: Sendable {
    /// The request does not arrive: a dead network, 429, 503, a captive portal.
    case unavailable
    /// It takes effect, but the answer is lost.
    case lostAnswer
    /// It takes effect later, when nobody waits for it any more.
    case late
    /// It takes effect, and again later.
    case duplicated
    /// The token has expired, and cannot be refreshed.
    case unauthenticated
    /// The process is killed before the request is sent, or when its answer arrives.
    case killed(afterwards: Bool)
    /// Another event happens while the request is on its way.
    indirect case meanwhile(Step)
}

package enum TransactionFault: Sendable {
    /// The process is killed before the transaction is on the disk, or right after.
    case killed(afterwards: Bool)
    /// The disk is full.
    case diskFull
}
