import Foundation
import GRDB
import JSON
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

extension DavMerge {
    /// Takes a client's object: makes a to-do of it, or changes the one with its UID in what the client has changed. All is
    /// one step of the history; what changes nothing writes nothing.
    /// - Parameters:
    ///   - body: an iCalendar object with one VTODO.
    ///   - place: where the client puts it.
    ///   - client: who it is.
    ///   - claim: the conditions of the request.
    /// - Throws: ``DavRefusal``.
    package func put(
        _ body: [UInt8], to place: DavPlace, client: DavClient, claim: DavClaim
    ) async throws -> DavPut {
        let object = try read(body)
        let run = self
        do {
            return try await storing("edit") { transaction, memory in
                try DavPutRun(
                    merge: run, transaction: transaction, memory: memory, client: client, claim: claim, place: place,
                    body: object, bytes: body, id: CalDAVEncoder.id(uid: object.uid)
                ).run()
            }
        } catch let error as TodoError where Self.refused.contains(error.code) {
            throw DavRefusal(.forbidden, error.reason)
        }
    }

    private static let refused: Set<TodoError.Code> = [
        .usage, .tooDeep, .wouldCircle, .emptyTitle, .titleTooLong, .titleNotOneLine, .notesTooLong, .badText,
        .extrasTooLong, .badExtra, .badRecurrence, .badReminder, .tooManyReminders, .tooMany, .tagTitleTooLong,
        .emptyTagTitle, .placeNameTooLong,
    ]

    /// Reads a client's object.
    func read(_ bytes: [UInt8]) throws -> CalDAVObject {
        let environment = store.stack.environment
        do {
            return try CalDAVObject(bytes, timeZone: environment.timeZone, now: environment.now())
        } catch let problem as CalDAVProblem {
            switch problem {
            case .unreadable(let text): throw DavRefusal(.supportedCalendarData, text)
            case .component(let text): throw DavRefusal(.supportedCalendarComponent, text)
            case .resource(let text): throw DavRefusal(.validCalendarObjectResource, text)
            case .value(let text): throw DavRefusal(.forbidden, text)
            }
        }
    }
}

/// One PUT, within one transaction.
struct DavPutRun {
    let merge: DavMerge
    let transaction: WriteTransaction
    let memory: DavMemory
    let client: DavClient
    let claim: DavClaim
    let place: DavPlace
    let body: CalDAVObject
    let bytes: [UInt8]
    /// The to-do of the body's UID.
    let id: Todo.ID

    var rules: MergeRules { merge.rules }
    var now: Date { transaction.date }

    /// The state that the client has changed.
    struct Base {
        var bytes: [UInt8]?
        var etag = ""
        var object: CalDAVObject?
        /// The object that this program served, even if the base is one that the client sent.
        var issued: CalDAVObject?
        var earlier: [CalDAVObject]?
        var isAfterPut = false
    }

    /// How many tags, comments or dependencies a client's object has at most.
    static let mostElements = 1000
    /// How many occurrences of a series it has at most. Each of them is a write of its own.
    static let mostExceptions = 100

    func run() throws -> DavPut {
        for (count, most, what) in [
            (body.categories.count, Self.mostElements, "categories"),
            (body.comments.count, Self.mostElements, "comments"),
            (body.todo.dependsOn.count, Self.mostElements, "dependencies"),
            (body.exceptions.count, Self.mostExceptions, "occurrences with a RECURRENCE-ID"),
        ] where count > most {
            throw DavRefusal(.forbidden, "A to-do has at most \(most) \(what), and this one has \(count).")
        }
        let entity = try transaction.reading.record(TodoEntity.self, id: id.rawValue)
        let isLive = entity.map { !$0.record.isDeleted } ?? false
        let former = isLive ? try merge.items.item(id, in: transaction.reading) : nil
        try check(former)
        let base = try base(former)
        if let former { try memory.keep(former, at: now) }
        let outcome: DavPut.Outcome
        if let entity {
            if !isLive { try transaction.edit(entity, registers: [:], deletion: .revive) }
            guard let item = try former ?? merge.items.item(id, in: transaction.reading) else {
                throw DavRefusal(.notFound, "The to-do cannot be served.")
            }
            if item.collection != place.collection {
                try transaction.move(item, to: place.collection, by: client, memory)
            }
            try change(item, base, isRevived: !isLive)
            let isSame = transaction.historyStep == nil
            outcome = !isLive ? .created : item.collection != place.collection ? .moved : isSame ? .unchanged : .updated
        } else if let copy = try copiedOccurrence() {
            return DavPut(todo: copy, outcome: .created)
        } else {
            try create()
            outcome = .created
        }
        if outcome != .unchanged { try memory.count(edits: 1, of: client) }
        try memory.learn(body.names, of: client)
        if rules.usesLastPut { try memory.keepPut(bytes, of: id, by: client, claiming: base.etag, at: now) }
        return DavPut(todo: id, outcome: outcome)
    }

    /// Checks the conditions of the request.
    private func check(_ present: DavItem?) throws {
        if let named = place.todo, named != id,
            try merge.items.item(named, in: transaction.reading) != nil
        {
            throw DavRefusal(.noUIDConflict(named), "This address has a to-do with another UID.")
        }
        let isHere = present.map { place.todo == id && $0.collection == place.collection } ?? false
        // One that is no longer served, such as a to-do that was done long ago, comes back under the client's name.
        if let present, !isHere, present.collection == place.collection,
            try !merge.items.items([id], in: transaction.reading).isEmpty
        {
            throw DavRefusal(.noUIDConflict(id), "The to-do with this UID has another address.")
        }
        if claim.isForNew, isHere {
            throw DavRefusal(.preconditionFailed, "There is a to-do at this address already.")
        }
        guard let tags = claim.ifMatch else { return }
        for tag in tags {
            if tag == "*" ? isHere : tag == present?.etag { return }
            guard tag != "*", rules.mergesStale, rules.revivesDeleted || present != nil else { continue }
            if try memory.snapshot(of: id, etag: tag) != nil { return }
        }
        throw DavRefusal(.preconditionFailed, "This state of the to-do was never served.")
    }

    /// The state that the client has changed, as well as it can be known.
    private func base(_ present: DavItem?) throws -> Base {
        func state(etag: String) throws -> [UInt8]? {
            etag == present?.etag ? present?.bytes : try memory.snapshot(of: id, etag: etag)?.bytes
        }
        var base = Base()
        guard rules.knowsOtherAddresses || place.todo == id else { return base }
        let served = try memory.served(of: id, to: client)
        if rules.usesRevision, let revision = body.revision {
            if let present, DavMemory.revision(in: present.bytes) == revision {
                base.bytes = present.bytes
                base.etag = present.etag
            } else if let known = try memory.snapshot(of: id, revision: revision) {
                base.bytes = known.bytes
                base.etag = known.etag
            }
        }
        if base.bytes == nil {
            // A client that asked only for the ETag has not read the object.
            for tag in claim.ifMatch ?? [] where served.isEmpty || served.contains(where: { $0.etag == tag }) {
                guard let bytes = try state(etag: tag) else { continue }
                base.bytes = bytes
                base.etag = tag
                break
            }
        }
        if base.bytes == nil, let last = served.first {
            base.bytes = try state(etag: last.etag)
            base.etag = last.etag
        }
        base.object = try base.bytes.map(merge.read)
        base.issued = base.object
        if let index = served.firstIndex(where: { $0.etag == base.etag }), base.object != nil,
            now.timeIntervalSince(served[index].at) < rules.echoWindow
        {
            // Of those before it, the ones that the client may still have had in its memory then.
            let unseen = served[index...].prefix { now.timeIntervalSince($0.at) < rules.echoWindow }.count
            base.earlier = try served[(index + 1)...].prefix(min(unseen, 3)).compactMap { try state(etag: $0.etag) }
                .map(merge.read)
        }
        if rules.usesLastPut, let last = try memory.lastPut(of: id, by: client), last.claim == base.etag {
            base.object = try merge.read(last.body)
            base.isAfterPut = true
        }
        return base
    }

    /// The to-do that has settled an occurrence, if the object is a copy of it. Some programs make such a copy when they move
    /// the series on. The to-do is in the history here, and is not served.
    private func copiedOccurrence() throws -> Todo.ID? {
        guard body.todo.isDone, body.rule == nil, let due = body.todo.due else { return nil }
        let since = now.milliseconds - Self.copyingTime
        let settled = try transaction.reading.entities(
            TodoEntity.self,
            where: """
                isDeleted = 0 AND series IS NOT NULL AND title = \(.text(body.todo.title)) AND createdAt >= \(.integer(since))
                """)
        return settled.first { $0.content.todo.due?.day == due.day }.map { .init(stored: $0.record.id) }
    }

    /// Within how many milliseconds a copy follows.
    private static let copyingTime: Int64 = 120_000
}
