import TestSupport

/// How often each thing happens in worlds: kinds of edits, other events, and what goes wrong during a sync.
package struct Tally: Sendable {
    private var counts: [String: Int] = [:]
    private var worlds = 0

    package init() {}

    /// Counts what happens in a world, which need not run for that: all of it follows from the seed.
    package mutating func add(_ simulation: Simulation) {
        worlds += 1
        if !simulation.old.isEmpty { count("worlds with devices of the version before") }
        for step in simulation.steps { add(step) }
    }

    /// A table in Markdown.
    package var table: String {
        let rows = counts.sorted { $0.key < $1.key }.map { "| \($0.key) | \($0.value) |" }
        return (["| in \(worlds) worlds | times |", "|---|---:|"] + rows).joined(separator: "\n")
    }

    private mutating func count(_ name: String) { counts[name, default: 0] += 1 }

    private mutating func add(_ step: Step) {
        switch step {
        case .edit(_, let salt):
            let edit = Edit(salt: salt, value: "", now: 0)
            count("edit: " + edit.subject)
            if edit.program != nil { count("edit: for an assistant") }
        case .wish: count("edit: of a script")
        case .sync(_, let process, let faults):
            count(process == 0 ? "sync" : "sync by another process")
            for fault in faults { add(fault) }
        case .setClock: count("a clock is set")
        case .setServerClock: count("the server's clock is set")
        case .hostileMember: count("a document that lies")
        case .restart: count("a device restarts")
        case .wait(let milliseconds): count(milliseconds > 86_400_000 ? "200 days pass" : "time passes")
        case .backUp: count("a backup of the server")
        case .restore(let isAnnounced): count("a restore, \(isAnnounced ? "announced" : "unannounced")")
        case .newerClient(let commits, _): count("commits of a newer client" + (commits > 64 ? ", more than 64" : ""))
        case .newerSchema(let isNewer): if isNewer { count("a newer version takes the space over") }
        case .deliverLate: count("late requests arrive")
        case .copy: count("a database is copied to another device")
        case .fillDisk(_, let isFull): if isFull { count("a disk is full from now on") }
        }
    }

    private mutating func add(_ fault: Fault) {
        switch fault {
        case .transaction(_, .diskFull): count("fault: the disk is full in a transaction")
        case .transaction(_, .killed(let afterwards)):
            count("fault: killed \(afterwards ? "after" : "before") a transaction")
        case .request(_, let fault):
            switch fault {
            case .unavailable: count("fault: a request does not arrive")
            case .lostAnswer: count("fault: an answer is lost")
            case .late: count("fault: a request arrives late")
            case .duplicated: count("fault: a request arrives twice")
            case .unauthenticated: count("fault: a token has expired")
            case .killed(let afterwards): count("fault: killed \(afterwards ? "after" : "before") a request")
            case .meanwhile(let step):
                count("fault: something else happens during a request")
                add(step)
            }
        }
    }
}

extension Edit {
    /// What it is about, in words.
    fileprivate var subject: String {
        let subjects: [(Bool, String)] = [
            (isAboutDependencies, "dependencies"), (isAboutViews, "saved views"),
            (isAboutAppRecords, "records of an app"),
            (isAboutComments, "comments"), (isAboutLists, "lists and subtasks"), (isAboutReminders, "reminders"),
            (isAboutSeries, "what repeats"), (isAboutOrder, "the manual order"),
        ]
        return subjects.first { $0.0 }?.1 ?? "fields, tags and places"
    }
}
