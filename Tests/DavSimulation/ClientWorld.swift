import DavMerge
import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoLocal

/// A client with its own copy of one to-do.
struct ModelClient: Sendable {
    let kind: ClientKind
    let name: DavClient
    /// What it read last.
    var seen: SeenTodo?
    /// What its user sees.
    var values: [String: String] = [:]
    /// The tags that its user sees, each with the time since when.
    var tags: [String: Date] = [:]
    /// Whether it has ever sent tags.
    var hasSentTags = false
    /// What its user has changed since it was sent.
    var dirty: Set<String> = []
}

/// One to-do, several clients, and somebody at the desktop, for a while.
struct ClientWorld: DavWorld {
    /// An edit of one value: what was there when it was made, as its user saw it.
    struct Writing: Sendable {
        let property: String
        /// Nil where it was cleared.
        let value: String?
        let over: String?
        /// Who made it; nil for somebody at the desktop.
        let client: Int?
        /// Whether its client has sent it.
        var isSent = false
    }

    static let properties = ["SUMMARY", "DESCRIPTION", "DUE", "LOCATION"]

    let stage: MergeStage
    var random: SeededGenerator
    var clients: [ModelClient]
    var writings: [Writing] = []
    /// The tags that anybody has added, and those that anybody has taken off.
    var added: Set<String> = ["x0"]
    var removed: Set<String> = []
    /// Whether somebody has deleted the to-do at any time.
    var isDeleted = false
    /// The tags that a client's user has taken off since it was sent.
    private var takenOff: [Int: Set<String>] = [:]
    /// What has happened, in words.
    private(set) var log: [String] = []
    /// The tags that have been anywhere but in the client whose user added them.
    private var sent: Set<String> = ["x0"]
    private var number = 0
    private(set) var todo = Todo.ID()
    private(set) var isAtRest = false
    /// What clients showed otherwise than it was just after they had synced, in words.
    private var outdated: [String] = []
    /// A to-do below it.
    private var child = Todo.ID()
    /// Whether somebody at the desktop has deleted it, with what is below it.
    private var isDeletedHere = false
    /// The collections that it is in at times.
    private var collections: [DavCollection] = [.inbox]
    private let start = Due.instant(
        Date(timeIntervalSince1970: 1_797_000_000), TimeZone(identifier: "America/New_York") ?? .gmt)
    private let alarm = Alarm(.moment(Date(timeIntervalSince1970: 1_797_300_000), zone: "UTC"))

    init(seed: UInt64, _ sabotage: DavSabotage? = nil) throws {
        stage = try MergeStage(seed: seed &+ 1, sabotage: sabotage)
        random = SeededGenerator(seed: seed)
        let kinds = ClientKind.allCases.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random))
        clients = kinds.map { ModelClient(kind: $0, name: DavClient(password: "\($0)", agent: "\($0)")) }
    }

    // MARK: Running

    mutating func run(steps: Int = 40) async throws {
        let made = try await stage.store.add(
            "t0", notes: "n0", tags: ["x0"], due: .day(Day(daysSince1970: 20_800)))
        todo = made.id
        var update = Todo.Update(id: todo, extras: ["ics.LOCATION": .set("LOCATION:l0")])
        update.start = .set(start)
        update.alarms[alarm.id] = .set(alarm)
        _ = try await stage.store.todos.update(update)
        var below = TodoChanges(title: "below")
        below.placement = .below(todo)
        child = try await stage.store.add(below).id
        collections.append(.list(try await stage.store.addList("Work").id))
        for index in clients.indices { try await pull(index) }
        for _ in 0..<steps {
            stage.clock.advance(
                by: random.chance(0.3)
                    ? 2 : Double.random(in: random.chance(0.5) ? 20...300 : 300...4000, using: &random))
            let index = Int.random(in: 0..<clients.count, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<30: edit(index)
            case 30..<40: editTags(index)
            case 40..<70:
                try await sync(index)
                if clients[index].dirty.isEmpty, let item = try await stage.item(todo) {
                    outdated += difference(of: clients[index], from: item)
                }
            case 70..<72: try await delete(index)
            case 72..<74: try await move(index)
            case 74..<82: try await editTagsHere()
            default: try await editHere()
            }
        }
        isAtRest = try await comesToRest()
    }

    /// A new value of a property, which is nowhere else.
    private mutating func fresh(_ property: String) -> String {
        number += 1
        guard property == "DUE" else { return "\(property.lowercased())\(number)" }
        return "\(Day(daysSince1970: 20_800 + number))".filter { $0 != "-" }
    }

    private mutating func edit(_ index: Int) {
        guard clients[index].seen != nil else { return }
        let property = random.pick(clients[index].kind.edited)
        let over = clients[index].values[property]
        let isCleared = Self.cleared.contains(property) && over != nil && random.chance(0.2)
        let value = isCleared ? nil : fresh(property)
        writings.append(Writing(property: property, value: value, over: over, client: index))
        log.append("\(clients[index].kind) sets \(property) to \(value ?? "nothing") over \(over ?? "nothing")")
        clients[index].values[property] = value
        clients[index].dirty.insert(property)
    }

    /// What users clear: all clients have these.
    private static let cleared = ["DESCRIPTION", "DUE"]

    private mutating func editTags(_ index: Int) {
        guard clients[index].kind.hasTags, clients[index].seen != nil else { return }
        // A tag that is taken off right after it came is taken for an echo.
        let known = clients[index].tags.filter { stage.clock.now.timeIntervalSince($0.value) > 20 }.keys.sorted()
        // A client that has never sent tags takes off the last one in vain.
        let isLast = clients[index].tags.count < 2 && !clients[index].hasSentTags
        if !known.isEmpty, !isLast, random.chance(0.4) {
            let tag = random.pick(known)
            if sent.contains(tag) { takenOff[index, default: []].insert(tag) } else { added.remove(tag) }
            clients[index].tags[tag] = nil
        } else {
            number += 1
            added.insert("x\(number)")
            clients[index].tags["x\(number)"] = stage.clock.now
        }
        clients[index].dirty.insert("CATEGORIES")
        log.append("\(clients[index].kind) sets the tags to \(clients[index].tags.keys.sorted())")
    }

    private mutating func editTagsHere() async throws {
        guard try await stage.item(todo) != nil else { return }
        var update = Todo.Update(id: todo)
        let tags = try await stage.todo(todo).tags
        if let tag = tags.first, random.chance(0.5) {
            // Another name of a tag is no edit of the to-do.
            number += 1
            removed.insert(tag.title)
            added.insert("x\(number)")
            _ = try await stage.store.tags.update(Tag.Update(id: tag.id, title: "x\(number)"))
            return log.append("the desktop renames the tag \(tag.title) to x\(number)")
        }
        if let tag = tags.first, random.chance(0.4) {
            removed.insert(tag.title)
            update.tags = Todo.TagChange(remove: [tag.id])
        } else {
            number += 1
            added.insert("x\(number)")
            let tag = try await stage.store.tags.create(Tag(title: "x\(number)", createdAt: stage.clock.now))
            update.tags = Todo.TagChange(add: [tag.id])
        }
        let now = try await stage.store.todos.update(update)
        log.append("the desktop sets the tags to \(now.tags.map(\.title).sorted())")
    }

    /// Deletes the to-do where its client has its present state and its user has nothing left to send, or at the desktop.
    private mutating func delete(_ index: Int) async throws {
        guard let item = try await stage.item(todo) else { return }
        isDeleted = true
        log.append("it is deleted, next to \(clients[index].kind)")
        guard clients[index].dirty.isEmpty, clients[index].seen?.etag == item.etag else {
            isDeletedHere = true
            return try await stage.store.todos.delete(todo)
        }
        try await stage.merge.delete(todo, client: clients[index].name, claim: DavClaim(ifMatch: [item.etag]))
        forget(index)
    }

    /// A client's user takes the to-do to the other list. Some clients delete it before they put it there, and others after.
    private mutating func move(_ index: Int) async throws {
        let client = clients[index]
        guard let seen = client.seen, try await stage.item(todo) != nil, client.kind.namesETag, client.dirty.isEmpty
        else {
            return
        }
        let other = collections[seen.collection == collections[0] ? 1 : 0]
        // Where it is already, it is refused at another address, and its client reads.
        guard try await stage.item(todo)?.collection != other else { return try await pull(index) }
        log.append("\(client.kind) moves it to another list")
        if random.chance(0.5) {
            do {
                try await stage.merge.delete(todo, client: client.name, claim: DavClaim(ifMatch: [seen.etag]))
            } catch let refusal as DavRefusal where refusal.kind == .preconditionFailed {
                return try await pull(index)
            }
        }
        stage.clock.advance(by: 1)
        try await stage.put(client.kind.written(seen), by: client.name, in: other, isNew: true)
        clients[index].seen?.token = ""
        stage.clock.advance(by: 1)
        try await pull(index)
    }

    private mutating func forget(_ index: Int) {
        clients[index].seen = nil
        clients[index].values = [:]
        clients[index].tags = [:]
        clients[index].dirty = []
    }

    private mutating func editHere() async throws {
        guard try await stage.item(todo) != nil else { return }
        let property = random.pick(Self.properties)
        let (value, now) = (fresh(property), try await values())
        writings.append(Writing(property: property, value: value, over: now[property], client: nil))
        log.append("the desktop sets \(property) to \(value) over \(now[property] ?? "nothing")")
        var update = Todo.Update(id: todo)
        switch property {
        case "SUMMARY": update.title = value
        case "DESCRIPTION": update.notes = value
        case "DUE": update.due = .set(.day(Day(daysSince1970: 20_800 + number)))
        default: update.extras = ["ics.LOCATION": .set(.string("LOCATION:\(value)"))]
        }
        _ = try await stage.store.todos.update(update)
    }

    private static func line(_ property: String, _ value: String) -> String {
        property == "DUE" ? "DUE;VALUE=DATE:\(value)" : "\(property):\(value)"
    }

    private static func values(_ seen: SeenTodo) -> [String: String] {
        Dictionary(
            properties.compactMap { name in
                seen.line(name).map { (name, String($0.drop { $0 != ":" }.dropFirst())) }
            }
        ) { first, _ in first }
    }

    private static func tags(_ seen: SeenTodo) -> [String] {
        seen.line("CATEGORIES")?.drop { $0 != ":" }.dropFirst().split(separator: ",").map(String.init) ?? []
    }

    /// What everybody should see in the end.
    func values() async throws -> [String: String] {
        try await stage.item(todo).map { Self.values(SeenTodo($0)) } ?? [:]
    }

    // MARK: Clients

    /// Reads, and takes over what its user has not changed.
    private mutating func pull(_ index: Int) async throws {
        guard try await stage.item(todo) != nil else {
            // What its user has not sent is lost in the client, which drops its copy.
            log.append("\(clients[index].kind) drops its copy")
            writings.removeAll { $0.client == index && !$0.isSent }
            takenOff[index] = nil
            let tags = clients[index].tags.keys
            if clients[index].dirty.contains("CATEGORIES") { added.subtract(tags.filter { !sent.contains($0) }) }
            return forget(index)
        }
        guard let item = try await stage.item(todo), clients[index].seen?.token != stage.token(of: item) else { return }
        var seen = try await stage.read(todo, by: clients[index].name)
        seen.token = stage.token(of: item)
        guard clients[index].kind.reads(seen) else { return }
        let values = Self.values(seen)
        for property in clients[index].kind.edited where !clients[index].dirty.contains(property) {
            clients[index].values[property] = values[property]
        }
        if clients[index].kind.hasTags, !clients[index].dirty.contains("CATEGORIES") {
            let (known, now) = (clients[index].tags, stage.clock.now)
            let tags = Self.tags(seen)
            clients[index].tags = Dictionary(uniqueKeysWithValues: tags.map { ($0, known[$0] ?? now) })
            sent.formUnion(tags)
        }
        clients[index].seen = seen
    }

    mutating func sync(_ index: Int) async throws {
        let kind = clients[index].kind
        guard !clients[index].dirty.isEmpty else { return try await pull(index) }
        if kind == .tasksOrg { try await pull(index) }
        guard let seen = clients[index].seen, kind.finds(seen) else { return }
        for _ in 0..<kind.puts {
            if kind.writesOver {
                guard try await stage.item(todo) != nil else { return try await pull(index) }
                clients[index].seen = try await stage.read(todo, by: clients[index].name)
            }
            guard var body = clients[index].seen else { return }
            let etag = body.etag
            for property in kind.edited {
                let value = clients[index].values[property]
                body = value.map { body.with(Self.line(property, $0)) } ?? body.without(property)
            }
            if kind.hasTags {
                let tags = clients[index].tags.keys.sorted()
                body =
                    tags.isEmpty ? body.without("CATEGORIES") : body.with("CATEGORIES:" + tags.joined(separator: ","))
                sent.formUnion(tags)
                if !tags.isEmpty { clients[index].hasSentTags = true }
            }
            body = kind.written(body)
            let present = try await stage.item(todo)
            // At an address that it has left there is nothing.
            if present?.collection != body.collection { body.todo = nil }
            try await stage.put(
                body, by: clients[index].name, matching: kind.namesETag ? etag : nil, in: body.collection)
            for number in writings.indices where writings[number].client == index { writings[number].isSent = true }
            removed.formUnion(takenOff.removeValue(forKey: index) ?? [])
            let tags = try await stage.todo(todo).tags.map(\.title).sorted()
            log.append(
                "\(kind) sends \(clients[index].dirty.sorted()), \(body.line("CATEGORIES") ?? "no tags"): \(tags)")
            stage.clock.advance(by: 1)
        }
        clients[index].dirty = []
        stage.clock.advance(by: 1)
        if let item = try await stage.answered(todo) {
            // It has what it sent, and takes that for the present state.
            clients[index].seen?.etag = item.etag
            clients[index].seen?.token = item.etag
            return
        }
        // Without an ETag in the answer it reads again, also if there is nothing new.
        clients[index].seen?.token = ""
        try await pull(index)
    }

    // MARK: Judging

    /// What is wrong in the end, in words.
    func faults() async throws -> [String] {
        var faults: [String] = isAtRest ? [] : ["It is not at rest."]
        guard let item = try await stage.item(todo) else {
            return faults + (isDeleted ? [] : ["It is gone, and nobody has deleted it."])
        }
        let (model, below) = (try await stage.todo(todo), try await stage.todo(child))
        if model.start?.sortKey != start.sortKey {
            faults.append("The start is \(model.start.map { "\($0)" } ?? "gone").")
        }
        if model.alarms.map(\.trigger) != [alarm.trigger] { faults.append("The alarms are \(model.alarms).") }
        if !isDeletedHere, below.parent != todo { faults.append("What was below it is elsewhere.") }
        let now = Self.values(SeenTodo(item))
        let tags = Set(Self.tags(SeenTodo(item)))
        faults += added.subtracting(removed).subtracting(tags).sorted().map { "The tag \($0) is lost." }
        faults += removed.intersection(tags).sorted().map { "The tag \($0) was taken off, and is there." }
        let lost = Set(try await stage.conflicts().flatMap { Self.texts($0.conflict.lost) })
        let overwritten = Set(writings.compactMap(\.over))
        for writing in writings {
            guard let value = writing.value else {
                if now[writing.property] == writing.over {
                    faults.append("\(writing.property) was cleared, and is back.")
                }
                continue
            }
            guard now[writing.property] != value, !overwritten.contains(value), !lost.contains(value) else { continue }
            faults.append("\(writing.property) \(value) is lost.")
        }
        let cleared = Set(writings.filter { $0.value == nil }.map(\.property))
        for property in Self.properties where now[property] == nil && !cleared.contains(property) {
            faults.append("\(property) is gone.")
        }
        return faults + outdated + clients.flatMap { difference(of: $0, from: item) }
    }

    /// What a client shows otherwise than it is, in words.
    private func difference(of client: ModelClient, from item: DavItem) -> [String] {
        let (now, tags) = (Self.values(SeenTodo(item)), Set(Self.tags(SeenTodo(item))))
        var words = client.kind.edited.filter { client.values[$0] != now[$0] }.map {
            "\(client.kind) shows \(client.values[$0] ?? "nothing") as \($0)."
        }
        if client.kind.hasTags, Set(client.tags.keys) != tags {
            words.append("\(client.kind) shows \(client.tags.keys.sorted()) as tags.")
        }
        return words
    }

    private static func texts(_ value: JSONValue) -> [String] {
        if let text = value.string {
            return [text, text.hasPrefix("LOCATION:") ? String(text.dropFirst(9)) : text]
        }
        return value.asDue.map { ["\($0.day)".filter { $0 != "-" }] } ?? []
    }
}
