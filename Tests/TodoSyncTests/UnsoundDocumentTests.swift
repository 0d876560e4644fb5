import FirestoreWire
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// What a member of the space writes who means harm: stamps beyond the document's `hi`, and values that no register can have.
@Suite("Documents that lie")
struct UnsoundDocumentTests {
    private static let key = RecordKey(.todo, "t1")
    /// The year 9999.
    private static let lie = Stamp(milliseconds: 253_402_300_000_000, counter: 0, device: DeviceID(rawValue: 9))

    private static func stamp(_ milliseconds: Int64) -> Stamp {
        Stamp(milliseconds: milliseconds, counter: 0, device: DeviceID(rawValue: 5))
    }

    private static var sound: Fields {
        var record = Record(kind: .todo, id: "t1", createdAt: 1, origin: stamp(10))
        record.registers["title"] = Record.Register("milk")
        record.registers["notes"] = Record.Register("two", stamp(20))
        record.registers["future"] = Record.Register(["of": "a newer version"], stamp(21))
        record.registers["extras.x"] = Record.Register("y", stamp(22))
        record.elements["tag-1"] = Record.Element(isPresent: true, stamp: stamp(23))
        record.deletion = Record.Register(.null, stamp(24))
        return RecordCodec.document(record, sequence: 1)
    }

    private static func read(_ change: (inout Fields) throws -> Void) throws -> IncomingRecord {
        var document = sound
        try change(&document)
        return try RecordCodec.reading(key, document)
    }

    private static func path(_ names: String...) throws -> FieldPath { try FieldPath(names) }

    @Test("a stamp beyond `hi`, or that is none, is read as older than all others, and its value with it")
    func stamps() throws {
        let honest = try Self.read { _ in }
        #expect(!honest.isUnsound && honest.problem == nil)
        for lie in [.string(Self.lie.description), .string("9999"), .integer(1), .null] as [Value] {
            for name in ["title", "notes", "future", "extras.x"] {
                let read = try Self.read { $0[try Self.path("s", name)] = lie }
                #expect(read.isUnsound && read.problem == nil, "\(name) \(lie)")
                #expect(read.record.stamp(of: name) == .oldest)
                #expect(read.record.registers[name]?.value == honest.record.registers[name]?.value)
                #expect(read.record.merged(with: honest.record) == honest.record)
            }
            let deletion = try Self.read { $0[try Self.path("s", "deleted")] = lie }
            #expect(deletion.isUnsound && deletion.record.deletion == nil)
            let element = try Self.read { $0[try Self.path("tags", "ttag-1", "s")] = lie }
            #expect(element.isUnsound && element.record.elements.isEmpty)
        }
        let origin = try Self.read { $0[try Self.path("s", "*")] = .string(Self.lie.description) }
        #expect(origin.isUnsound && origin.problem == nil && origin.record.origin == .oldest)
        // `hi` counts in whole milliseconds, and as a number of any kind.
        #expect(try !Self.read { $0["hi"] = .double(24.5) }.isUnsound)
        #expect(try Self.read { $0["hi"] = .double(23.5) }.record.deletion == nil)
    }

    @Test("a value that its register cannot have is read as never written; what only a newer version knows is kept")
    func values() throws {
        let wrong: [(String, [Value])] = [
            ("title", [.integer(5), .null, .string(""), .map([:]), .string(String(repeating: "a", count: 4097))]),
            ("notes", [.boolean(true), .array([]), .string(String(repeating: "a", count: 256 * 1024 + 1))]),
            ("due", [.string("tomorrow"), .integer(1)]), ("priority", [.integer(1), .map([:])]),
            ("completion", [.boolean(true)]), ("started", [.string("now"), .double(1.5)]),
            ("skipped", [.string("yes")]),
            ("location", [.integer(1), .string(String(repeating: "a", count: 65))]), ("recurrence", [.string("daily")]),
            ("alarms.a", [.string("8:00"), .map(["x": .string(String(repeating: "a", count: 5000))])]),
        ]
        for (name, values) in wrong {
            for value in values {
                let read = try Self.read { document in
                    document[name] = value
                    document[try Self.path("s", name)] = .string(Self.stamp(24).description)
                }
                #expect(read.isUnsound, "\(name) \(value)")
                #expect(read.record.registers[name] == Record.Register(.null, .absent), "\(name) \(value)")
            }
        }
        let kept: [(String, Value)] = [
            ("priority", .string("urgent")), ("due", .map(["season": .string("spring")])), ("future", .integer(5)),
            ("future", .string(String(repeating: "a", count: 300_000))), ("completion", .map([:])),
        ]
        for (name, value) in kept {
            let read = try Self.read { document in
                document[name] = value
                document[try Self.path("s", name)] = .string(Self.stamp(24).description)
            }
            #expect(!read.isUnsound && read.record.stamp(of: name) == Self.stamp(24), "\(name)")
        }
        for (name, value) in [("createdAt", "x"), ("deleted", "yes"), ("tags", "none"), ("extras", "none")] {
            #expect(try Self.read { $0[name] = .string(value) }.isUnsound, "\(name)")
        }
    }

    @Test("a document that lacks what each record has can only be merged into one that is known")
    func lacking() throws {
        let (bare, untitled) = (try Self.read { $0["s"] = nil }, try Self.read { $0["title"] = nil })
        #expect(bare.problem == "it has no stamp" && untitled.problem == "it has no title")
        for read in [bare, untitled] {
            #expect(read.isUnsound)
            let known = try Self.read { _ in }.record
            #expect(known.merged(with: read.record).registers["title"]?.value == "milk")
            #expect(known.merged(with: read.record).registers["notes"]?.value == "two")
        }
    }

    // MARK: Between devices

    /// Three devices: one made the to-do and has edited it since, one has an edit that was not sent, and one is new.
    private struct Members {
        let server = ModelServer()
        let devices: [EngineFixture]

        init() async throws {
            server.clockOffset = 0
            devices = [
                try EngineFixture(server, seed: 1), try EngineFixture(server, seed: 2),
                try EngineFixture(server, seed: 3),
            ]
            try await devices[0].add("t1", "milk")
            _ = try await devices[0].engine.run()
            _ = try await devices[1].engine.run()
            try await devices[0].rename("t1", "oat milk")
            _ = try await devices[0].engine.run()
            devices[1].clock.advance(by: 1)
            _ = try await devices[1].stack.write("edit") {
                try $0.update(Todo.Update(id: Todo.ID(stored: "t1"), notes: "two litres"))
            }
        }

        /// Writes the document as somebody else does who is in the space.
        func attack(_ change: (inout Fields) throws -> Void) throws {
            var document = try #require(server.documents([key]).first).fields
            try change(&document)
            try devices[0].put("t1", document)
        }
    }

    private static let attacks: [(String, @Sendable (inout Fields) throws -> Void)] = [
        (
            "a title of the year 9999",
            { document in
                document["title"] = .string("mine for ever")
                document[try path("s", "title")] = .string(lie.description)
            }
        ),
        ("an origin of the year 9999", { $0[try path("s", "*")] = .string(lie.description) }),
        ("a title that is a number", { $0["title"] = .integer(5) }),
        ("no title", { $0["title"] = nil }),
        ("no stamps", { $0["s"] = nil }),
        ("a stamp that is none", { $0[try path("s", "notes")] = .string("x") }),
        (
            "a deletion of the year 9999",
            { document in
                document["deleted"] = .boolean(true)
                document["deletedAt"] = .integer(1)
                document[try path("s", "deleted")] = .string(lie.description)
            }
        ),
        (
            "a tag of the year 9999",
            { $0[try path("tags", "tx")] = .map(["v": .boolean(true), "s": .string(lie.description)]) }
        ),
    ]

    @Test(
        "whoever syncs first, all devices come to the same, the record can be edited, and the document says the truth",
        arguments: attacks.indices)
    func converges(number: Int) async throws {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let members = try await Members()
            try members.attack(Self.attacks[number].1)
            for device in order + order { _ = try await members.devices[device].engine.run() }
            let name = "\(Self.attacks[number].0), \(order)"
            let document = try #require(members.server.documents([Self.key]).first).fields
            let read = try RecordCodec.record(Self.key, document)
            #expect(!read.isUnsound, "\(name)")
            for device in members.devices {
                let known = try await device.replication.records(of: .todo, afterID: nil, limit: 9)
                #expect(known.map { $0.normalized() } == [read.record], "\(name)")
                #expect(try await device.titles() == ["t1": "oat milk"], "\(name)")
                #expect(known.first?.registers["notes"]?.value == "two litres", "\(name)")
                #expect(try await device.replication.counts() == (0, 0, 0), "\(name)")
            }
            // Idle: nothing is written over and over.
            #expect(try await members.devices[0].engine.run().requests == 1, "\(name)")
            try await members.devices[2].rename("t1", "soy milk")
            #expect(try await members.devices[2].engine.run().pushed == 1, "\(name)")
            for device in members.devices {
                _ = try await device.engine.run()
                #expect(try await device.titles() == ["t1": "soy milk"], "\(name)")
            }
        }
    }

    @Test("a stamp that was read as absent stays so when the time has come that it names")
    func later() async throws {
        let members = try await Members()
        let soon = Stamp(milliseconds: members.server.now + 3_600_000, counter: 0, device: DeviceID(rawValue: 9))
        try members.attack { document in
            document["title"] = .string("from the hour to come")
            document[try Self.path("s", "title")] = .string(soon.description)
        }
        for device in members.devices { _ = try await device.engine.run() }
        for device in members.devices { device.clock.advance(by: 7200) }
        members.server.now += 7_200_000
        try await members.devices[2].add("t2", "later")
        _ = try await members.devices[2].stack.write("edit") {
            try $0.update(Todo.Update(id: Todo.ID(stored: "t1"), priority: .set(.high)))
        }
        for device in members.devices + members.devices { _ = try await device.engine.run() }
        let fresh = try EngineFixture(members.server, seed: 4)
        _ = try await fresh.engine.run()
        for device in members.devices + [fresh] {
            #expect(try await device.titles() == ["t1": "oat milk", "t2": "later"])
        }
    }

    @Test("of two lies about what a record needs, the one that can be shown stands")
    func twice() async throws {
        let members = try await Members()
        let new = members.devices[2]
        try members.attack { document in
            document["title"] = .string("mine for ever")
            document[try Self.path("s", "title")] = .string(Self.lie.description)
        }
        _ = try await new.engine.run(pushing: false)
        #expect(try await new.titles() == ["t1": "mine for ever"])
        try members.attack { $0["title"] = nil }
        _ = try await new.engine.run(pushing: false)
        #expect(try await new.titles() == ["t1": "mine for ever"])
        for device in members.devices + members.devices { _ = try await device.engine.run() }
        for device in members.devices { #expect(try await device.titles() == ["t1": "oat milk"]) }
    }

    @Test(
        "what nobody knows but the one who lies is shown as it is written, and is sent again with a stamp that is true")
    func unknown() async throws {
        let server = ModelServer()
        server.clockOffset = 0
        let (first, second) = (try EngineFixture(server, seed: 1), try EngineFixture(server, seed: 2))
        try await first.add("t0", "here")
        _ = try await first.engine.run()
        var record = Record(
            kind: .todo, id: "t1", createdAt: server.now,
            origin: Stamp(milliseconds: server.now, counter: 0, device: DeviceID(rawValue: 9)))
        record.registers["title"] = Record.Register("new")
        var document = RecordCodec.document(record, sequence: 0)
        document[try Self.path("s", "title")] = .string(Self.lie.description)
        try first.put("t1", document)
        for device in [first, second, first] { _ = try await device.engine.run() }
        for device in [first, second] {
            #expect(try await device.titles() == ["t0": "here", "t1": "new"])
            #expect(try await device.replication.counts() == (0, 0, 0))
        }
        let read = try RecordCodec.record(Self.key, try #require(server.documents([Self.key]).first).fields)
        #expect(!read.isUnsound && read.record.stamp(of: "title") == .oldest)
        try await second.rename("t1", "renamed")
        for device in [second, first] { _ = try await device.engine.run() }
        #expect(try await first.titles()["t1"] == "renamed")
    }
}
