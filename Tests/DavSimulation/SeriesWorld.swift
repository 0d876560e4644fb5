import DavMerge
import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoLocal

/// A client with its own copy of a series.
struct SeriesClient: Sendable {
    let kind: ClientKind
    let name: DavClient
    /// What it read last.
    var seen: SeenTodo?
    /// The occurrence that its user has ticked since it was sent.
    var ticked: Day?
    /// The title that its user has given it since it was sent.
    var title: String?

    /// The title that its user sees.
    var shownTitle: String { title ?? seen?.line("SUMMARY").map { String($0.dropFirst("SUMMARY:".count)) } ?? "" }
    /// The day that its user sees.
    var shownDay: Day? { seen.flatMap(SeriesClient.day) }

    static func day(_ seen: SeenTodo) -> Day? {
        seen.line("DUE").flatMap { line -> Day? in
            let digits = Array(line.drop { $0 != ":" }.dropFirst().prefix(8))
            guard digits.count == 8 else { return nil }
            return Day("\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))")
        }
    }
}

/// One daily series, several clients that tick its occurrences each in its own way, and somebody at the desktop, for a while.
struct SeriesWorld: DavWorld {
    let stage: MergeStage
    let mode: Recurrence.Mode
    var random: SeededGenerator
    var clients: [SeriesClient]
    /// The occurrences that anybody has ticked.
    private(set) var ticks: Set<Day> = []
    private var titles: [(title: String, over: String)] = []
    /// What has happened, in words.
    private(set) var log: [String] = []
    private var number = 0
    private(set) var todo = Todo.ID()
    private var isAtRest = false
    private let first = Day(daysSince1970: 20_778)
    // Nobody edits these.
    private let notes = "one \ntwo"
    private let alarm = Alarm(.time(.hour(12), daysBefore: 0, of: .due))

    init(seed: UInt64, _ sabotage: DavSabotage? = nil) throws {
        stage = try MergeStage(seed: seed &+ 1, sabotage: sabotage)
        mode = seed.isMultiple(of: 2) ? .each : .every
        random = SeededGenerator(seed: seed)
        let kinds = ClientKind.allCases.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random))
        clients = kinds.map { SeriesClient(kind: $0, name: DavClient(password: "\($0)", agent: "\($0)")) }
    }

    // MARK: Running

    mutating func run(steps: Int = 40) async throws {
        let recurrence = Recurrence(
            rule: "FREQ=DAILY", mode: mode, zone: "Europe/Zurich", base: first, key: first, due: .day(first))
        todo = try await stage.store.add("t0", notes: notes, recurrence: recurrence).id
        var update = Todo.Update(id: todo, extras: ["ics.LOCATION": .set("LOCATION:l0")])
        update.alarms[alarm.id] = .set(alarm)
        _ = try await stage.store.todos.update(update)
        for index in clients.indices { try await pull(index) }
        for _ in 0..<steps {
            stage.clock.advance(by: random.chance(0.3) ? 2 : Double.random(in: 20...1000, using: &random))
            let index = Int.random(in: 0..<clients.count, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: tick(index)
            case 3: name(index)
            case 4...7: try await sync(index)
            case 8: try await nameHere()
            default: try await tickHere()
            }
        }
        isAtRest = try await comesToRest()
    }

    private mutating func tick(_ index: Int) {
        guard clients[index].ticked == nil, let day = clients[index].shownDay else { return }
        ticks.insert(day)
        clients[index].ticked = day
        log.append("\(clients[index].kind) ticks \(day)")
    }

    private mutating func tickHere() async throws {
        guard let day = try await stage.todo(todo).current?.key else { return }
        ticks.insert(day)
        _ = try await stage.store.complete([todo])
        log.append("the desktop ticks \(day)")
    }

    private mutating func name(_ index: Int) {
        number += 1
        titles.append(("t\(number)", clients[index].shownTitle))
        clients[index].title = "t\(number)"
    }

    private mutating func nameHere() async throws {
        number += 1
        titles.append(("t\(number)", try await stage.todo(todo).title))
        _ = try await stage.store.todos.update(.init(id: todo, title: "t\(number)"))
    }

    // MARK: Clients

    private mutating func pull(_ index: Int) async throws {
        let seen = try await stage.read(todo, by: clients[index].name)
        if clients[index].kind.reads(seen) { clients[index].seen = seen }
    }

    mutating func sync(_ index: Int) async throws {
        let client = clients[index]
        guard client.ticked != nil || client.title != nil else { return try await pull(index) }
        if client.kind == .tasksOrg { try await pull(index) }
        for number in 0..<client.kind.puts {
            if client.kind.writesOver { try await pull(index) }
            guard let seen = clients[index].seen, client.kind.finds(seen) else { return }
            let isLast = number == client.kind.puts - 1
            // Errands says that it is done only in its last PUT.
            let isTicked = isLast || client.kind != .errands
            let body = client.kind.written(body(client, seen, isTicked: isTicked))
            try await stage.put(body, by: client.name, matching: client.kind.namesETag ? seen.etag : nil)
            let key = try await stage.todo(todo).current?.key.description ?? "nothing"
            log.append("\(client.kind) has \(seen.line("DUE") ?? ""), sends \(body.line("DUE") ?? ""): \(key)")
            stage.clock.advance(by: 1)
        }
        clients[index].ticked = nil
        clients[index].title = nil
        stage.clock.advance(by: 1)
        if let item = try await stage.answered(todo) {
            // It has what it sent, and takes that for the present state.
            clients[index].seen?.etag = item.etag
            return
        }
        try await pull(index)
    }

    /// What a client sends: the object that it has, with what its user has changed, in its own way.
    private func body(_ client: SeriesClient, _ seen: SeenTodo, isTicked: Bool) -> SeenTodo {
        var body = seen
        if let title = client.title { body = body.with("SUMMARY:\(title)") }
        guard let day = client.ticked, isTicked else { return body }
        switch client.kind {
        case .davx5, .tasksOrg, .planify:
            return body.with("DUE;VALUE=DATE:\(day.adding(days: 1).iso8601Basic)")
        case .errands, .homeAssistant, .vdirsyncer:
            // It writes what it knows over what it fetches.
            return body.with("DUE;VALUE=DATE:\(day.iso8601Basic)", "STATUS:COMPLETED")
        case .thunderbird:
            body.lines += [
                "END:VTODO", "BEGIN:VTODO", seen.line("UID") ?? "", "RECURRENCE-ID;VALUE=DATE:\(day.iso8601Basic)",
                "STATUS:COMPLETED",
            ]
            return body
        }
    }

    // MARK: Judging

    /// What is wrong in the end, in words.
    func faults() async throws -> [String] {
        var faults: [String] = isAtRest ? [] : ["It is not at rest."]
        let now = try await stage.todo(todo)
        let settled = Set(try await stage.settled(todo).compactMap { $0.occurrence?.key })
        switch mode {
        case .each:
            for day in ticks.subtracting(settled).sorted() { faults.append("The tick of \(day) is lost.") }
            for day in settled.subtracting(ticks).sorted() { faults.append("Nobody has done \(day).") }
        case .every, .everyFromCompletion:
            // One that is late settles those up to its day.
            let today = Day(containing: stage.clock.now, in: .zurich)
            let last = ticks.max() ?? first.adding(days: -1)
            guard let key = now.current?.key, key > last, key <= max(last, today).adding(days: 1) else {
                faults.append("It shows \(now.current?.key.description ?? "nothing") after \(last).")
                break
            }
        }
        if now.notes != notes { faults.append("The notes are “\(now.notes)”.") }
        if now.extras["ics.LOCATION"] != "LOCATION:l0" { faults.append("The place is gone.") }
        if now.alarms.map(\.trigger) != [alarm.trigger] { faults.append("The alarms are \(now.alarms).") }
        let lost = Set(try await stage.conflicts().compactMap { $0.conflict.lost.string })
        let overwritten = Set(titles.map(\.over))
        for (title, _) in titles where now.title != title && !overwritten.contains(title) && !lost.contains(title) {
            faults.append("The title \(title) is lost.")
        }
        for client in clients where client.shownTitle != now.title || client.shownDay != now.due?.day {
            faults.append("\(client.kind) shows \(client.shownTitle) on \(client.shownDay?.description ?? "no day").")
        }
        return faults
    }
}
