import Foundation
import JSON
import TodoDomain
import TodoFormats
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

/// How a client behaves, after the sources of seven of them.
enum ClientKind: CaseIterable, Sendable {
    case davx5, tasksOrg, planify, errands, homeAssistant, thunderbird, vdirsyncer

    /// The properties that it shows and edits.
    var edited: [String] {
        switch self {
        case .davx5, .tasksOrg, .thunderbird: ["SUMMARY", "DESCRIPTION", "DUE", "LOCATION"]
        case .planify, .errands, .homeAssistant: ["SUMMARY", "DESCRIPTION", "DUE"]
        case .vdirsyncer: ["SUMMARY", "DESCRIPTION", "DUE", "LOCATION"]
        }
    }
    /// Whether it gives back what it does not know.
    var keepsUnknown: Bool { [.davx5, .tasksOrg, .thunderbird, .homeAssistant, .errands].contains(self) }
    /// Whether it names the ETag that it has.
    var namesETag: Bool { [.davx5, .thunderbird, .vdirsyncer, .planify].contains(self) }
    /// Whether it fetches an object anew, and writes all its own values into that.
    var writesOver: Bool { self == .errands || self == .homeAssistant }
    /// How often it sends each change.
    var puts: Int { self == .errands ? 3 : self == .homeAssistant ? 2 : 1 }
}

/// A client with its own copy of one to-do.
struct ModelClient: Sendable {
    let kind: ClientKind
    let name: DavClient
    /// What it read last.
    var seen: SeenTodo?
    /// What its user sees.
    var values: [String: String] = [:]
    /// What its user has changed since it was sent.
    var dirty: Set<String> = []
}

/// One to-do, several clients, and somebody at the desktop, for a while.
struct ClientWorld {
    /// An edit of one value: what was there when it was made, as its user saw it.
    struct Writing: Sendable {
        let property: String
        let value: String
        let over: String?
    }

    static let properties = ["SUMMARY", "DESCRIPTION", "DUE", "LOCATION"]

    let stage: MergeStage
    var random: SeededGenerator
    var clients: [ModelClient]
    var writings: [Writing] = []
    private var number = 0
    private(set) var todo = Todo.ID()
    private(set) var isAtRest = false

    init(seed: UInt64, _ rules: MergeRules = MergeRules()) throws {
        stage = try MergeStage(rules, seed: seed &+ 1)
        random = SeededGenerator(seed: seed)
        let kinds = ClientKind.allCases.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random))
        clients = kinds.map { ModelClient(kind: $0, name: DavClient(password: "\($0)", agent: "\($0)")) }
    }

    // MARK: Running

    mutating func run(steps: Int = 40) async throws {
        let made = try await stage.store.add("t0", notes: "n0", due: .day(Day(daysSince1970: 20_800)))
        todo = made.id
        _ = try await stage.store.todos.update(.init(id: todo, extras: ["ics.LOCATION": .set("LOCATION:l0")]))
        for index in clients.indices { try await pull(index) }
        for _ in 0..<steps {
            stage.clock.advance(by: random.chance(0.3) ? 2 : Double.random(in: 20...4000, using: &random))
            let index = Int.random(in: 0..<clients.count, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: edit(index)
            case 4...6: try await sync(index)
            default: try await editHere()
            }
        }
        // Two rounds deliver what is still on its way, and a third one finds nothing.
        for _ in 0..<2 {
            for index in clients.indices {
                stage.clock.advance(by: 600)
                try await sync(index)
            }
        }
        let steps = try await stage.steps()
        for index in clients.indices {
            stage.clock.advance(by: 600)
            try await sync(index)
        }
        isAtRest = try await stage.steps() == steps
    }

    /// A new value of a property, which is nowhere else.
    private mutating func fresh(_ property: String) -> String {
        number += 1
        guard property == "DUE" else { return "\(property.lowercased())\(number)" }
        return "\(Day(daysSince1970: 20_800 + number))".filter { $0 != "-" }
    }

    private mutating func edit(_ index: Int) {
        let property = random.pick(clients[index].kind.edited)
        let value = fresh(property)
        writings.append(Writing(property: property, value: value, over: clients[index].values[property]))
        clients[index].values[property] = value
        clients[index].dirty.insert(property)
    }

    private mutating func editHere() async throws {
        let property = random.pick(Self.properties)
        let (value, now) = (fresh(property), try await values())
        writings.append(Writing(property: property, value: value, over: now[property]))
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

    /// What everybody should see in the end.
    func values() async throws -> [String: String] {
        try await stage.item(todo).map { Self.values(SeenTodo($0)) } ?? [:]
    }

    // MARK: Clients

    /// Reads, and takes over what its user has not changed.
    private mutating func pull(_ index: Int) async throws {
        let seen = try await stage.read(todo, by: clients[index].name)
        let values = Self.values(seen)
        for property in clients[index].kind.edited where !clients[index].dirty.contains(property) {
            clients[index].values[property] = values[property]
        }
        clients[index].seen = seen
    }

    private mutating func sync(_ index: Int) async throws {
        let kind = clients[index].kind
        guard !clients[index].dirty.isEmpty else { return try await pull(index) }
        if kind == .tasksOrg { try await pull(index) }
        for _ in 0..<kind.puts {
            if kind.writesOver { clients[index].seen = try await stage.read(todo, by: clients[index].name) }
            guard var body = clients[index].seen else { return }
            let etag = body.etag
            for property in kind.edited {
                guard let value = clients[index].values[property] else { continue }
                body = body.with(Self.line(property, value))
            }
            if !kind.keepsUnknown {
                body.lines = body.lines.filter { (kind.edited + ["UID", "STATUS"]).contains(SeenTodo.name($0)) }
            }
            // A client that overwrites does not send the mark.
            if kind.writesOver { body = body.without("X-TODO-REV") }
            try await stage.put(body, by: clients[index].name, matching: kind.namesETag ? etag : nil)
            stage.clock.advance(by: 1)
        }
        clients[index].dirty = []
        stage.clock.advance(by: 1)
        try await pull(index)
    }

    // MARK: Judging

    /// What is wrong in the end, in words.
    func faults() async throws -> [String] {
        let now = try await values()
        var faults: [String] = isAtRest ? [] : ["It is not at rest."]
        let lost = Set(try await stage.conflicts().flatMap { Self.texts($0.conflict.lost) })
        let overwritten = Set(writings.compactMap(\.over))
        for writing in writings
        where now[writing.property] != writing.value && !overwritten.contains(writing.value)
            && !lost.contains(writing.value)
        {
            faults.append("\(writing.property) \(writing.value) is lost.")
        }
        for property in Self.properties where now[property] == nil { faults.append("\(property) is gone.") }
        for client in clients {
            for property in client.kind.edited where client.values[property] != now[property] {
                faults.append("\(client.kind) shows \(client.values[property] ?? "nothing") as \(property).")
            }
        }
        return faults
    }

    private static func texts(_ value: JSONValue) -> [String] {
        if let text = value.string {
            return [text, text.hasPrefix("LOCATION:") ? String(text.dropFirst(9)) : text]
        }
        return value.asDue.map { ["\($0.day)".filter { $0 != "-" }] } ?? []
    }
}
