import FirestoreWire
import JSON
import TestSupport
import TodoDomain
import TodoLocal
import TodoSync

/// People with devices, the spaces that they share, a member who means harm, and what must become of everything.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
final class SharedWorld: SteppedWorld, @unchecked Sendable {
    /// A title that somebody wrote, and what it is in.
    struct Write {
        let device: SharedDevice
        /// The name of the space; nil for the own one.
        let space: String?
        let id: String
        let title: String
        let stamp: Stamp
    }

    /// A move of a to-do.
    struct Move {
        let person: String
        let source: String?
        let id: String
        let target: String?
        let copy: String
    }

    let cloud = SharedCloud()
    var devices: [SharedDevice] = []
    let people: [String]
    let spaces: [String]
    var writes: [Write] = []
    var moves: [Move] = []
    /// The titles that no honest reader may ever take for true.
    var lies: Set<String> = []
    /// What has gone wrong so far.
    var problem: String?
    private var values = 0
    private let sabotage: SharedSabotage?
    private let seed: UInt64

    /// The owner of all spaces, who stays.
    static let owner = "ann"
    /// The member who means harm, an editor everywhere, who has no device of ours.
    static let hostile = "mallory"

    init(seed: UInt64, people count: Int, devices each: Int, spaces number: Int, sabotage: SharedSabotage?) async throws
    {
        self.seed = seed
        self.sabotage = sabotage
        people = [Self.owner, "bob", "cleo"].prefix(count).map(\.self)
        spaces = (0..<number).map { "space\($0)" }
        if let sabotage { cloud.misread = sabotage.misreading }
        cloud.isUnforgiving = sabotage == .fallback
        for name in spaces {
            cloud.create(name, owner: Self.owner)
            cloud.add(Self.hostile, to: name, as: .editor)
            for person in people.dropFirst() { cloud.add(person, to: name, as: .editor) }
        }
        for person in people { for _ in 0..<each { try await addDevice(of: person) } }
    }

    @discardableResult
    func addDevice(of person: String) async throws -> SharedDevice {
        let device = try SharedDevice(
            devices.count, of: person, cloud, seed: seed &+ UInt64(devices.count) &* 7919, sabotage: sabotage)
        devices.append(device)
        for name in spaces where cloud.spaces[name]?.sharing?.members[person] != nil {
            try await join(name, on: device)
        }
        return device
    }

    /// The name by which a person goes in all spaces.
    static func name(of person: String) -> String { "\(person)'s name" }

    private func join(_ name: String, on device: SharedDevice) async throws {
        let role = cloud.spaces[name]?.sharing?.members[device.person] ?? .viewer
        var space = StoredSpace(sid: name, path: "spaces/\(name)", role: role, name: name)
        space.names = [device.person: Self.name(of: device.person)]
        _ = try await device.spaces.join(space)
    }

    func freshValue() -> String {
        values += 1
        return "v\(values)"
    }

    func run(_ step: SharedStep) async throws {
        switch step {
        case .edit(let number, let space, let salt): try await edit(devices[number], name(space), salt)
        case .move(let number, let source, let target, let salt):
            try await move(devices[number], from: name(source), to: name(target), salt)
        case .sync(let number, let interruption): try await sync(devices[number], interruption)
        case .role(let person, let space, let role): try await setRole(people[person], spaces[space], role)
        case .hostile(let space, let salt): try actAsHostileMember(in: spaces[space], salt)
        case .wait(let milliseconds): cloud.now += milliseconds
        }
        noteTornMoves()
    }

    private func name(_ space: Int?) -> String? { space.map { spaces[$0] } }

    // MARK: What people do

    private func edit(_ device: SharedDevice, _ name: String?, _ salt: UInt64) async throws {
        guard let space = try await device.space(name), try await device.acceptsEdits(space) else { return }
        var generator = SeededGenerator(seed: salt)
        let (id, title) = ("t\(Int.random(in: 0..<4, using: &generator))", freshValue())
        let isDeletion = generator.chance(0.15)
        try await device.stack.write("edit") { transaction in
            try transaction.within(space) {
                guard let todo = try transaction.reading.record(TodoEntity.self, id: id) else {
                    _ = try transaction.create(Todo(id: Todo.ID(stored: id), title: title, createdAt: transaction.date))
                    return
                }
                if isDeletion, !todo.record.isDeleted { return try transaction.delete(TodoEntity.self, id: id) }
                try transaction.edit(todo, registers: ["title": .string(title)])
            }
        }
        try await note(title, of: id, in: space, name, on: device)
    }

    /// Notes what somebody has written, unless the edit was a deletion.
    private func note(
        _ title: String, of id: String, in space: SpaceID, _ name: String?, on device: SharedDevice
    ) async throws {
        guard let record = try await device.records(of: space)[id],
            record.registers["title"]?.value.string == title
        else { return }
        let stamp = record.stamp(of: "title")
        writes.append(Write(device: device, space: name, id: id, title: title, stamp: stamp))
    }

    private func move(_ device: SharedDevice, from source: String?, to target: String?, _ salt: UInt64) async throws {
        guard source != target, let from = try await device.space(source), let to = try await device.space(target),
            try await device.acceptsEdits(from), try await device.acceptsEdits(to)
        else { return }
        var generator = SeededGenerator(seed: salt)
        // A copy that is moved on before it is sent never comes to its space.
        let live = try await device.records(of: from).values.filter { !$0.isDeleted && $0.id.hasPrefix("t") }
            .map(\.id).sorted()
        guard !live.isEmpty else { return }
        let (id, copy, title) = (generator.pick(live), "c\(freshValue())", freshValue())
        // The register counts as an edit, so it has an earlier stamp than the deletion.
        try await device.stack.write("move") { transaction in
            try transaction.within(to) {
                _ = try transaction.create(Todo(id: Todo.ID(stored: copy), title: title, createdAt: transaction.date))
            }
            try transaction.within(from) {
                guard let todo = try transaction.reading.record(TodoEntity.self, id: id) else { return }
                let place = ["space": JSONValue.string(target ?? ""), "id": .string(copy)]
                try transaction.edit(todo, registers: ["movedTo": .object(place)])
            }
        }
        try await device.stack.write("move") { transaction in
            try transaction.within(from) {
                try transaction.delete(TodoEntity.self, id: id)
            }
        }
        try await note(title, of: copy, in: to, target, on: device)
        moves.append(Move(person: device.person, source: source, id: id, target: target, copy: copy))
    }

    private func setRole(_ person: String, _ name: String, _ role: SpaceRole?) async throws {
        let isMember = cloud.spaces[name]?.sharing?.members[person] != nil
        guard let role else {
            if isMember { cloud.remove(person, from: name, by: Self.owner) }
            return
        }
        if isMember { return cloud.change(name) { $0.members[person] = role } }
        cloud.add(person, to: name, as: role)
        for device in devices where device.person == person { try await join(name, on: device) }
    }

    private func sync(_ device: SharedDevice, _ interruption: SharedInterruption?) async throws {
        let first = cloud.requests.count
        cloud.beforeAnswer = { [weak self] _ in
            guard let self, let interruption, cloud.requests.count - 1 - first == interruption.request else { return }
            switch interruption.step {
            case .role(let person, let space, let role): try await setRole(people[person], spaces[space], role)
            case .hostile(let space, let salt): try actAsHostileMember(in: spaces[space], salt)
            case .edit(let number, let space, let salt): try await edit(devices[number], name(space), salt)
            case nil: throw RemoteFailure(.transient, status: "UNAVAILABLE", message: "The server is busy.")
            }
        }
        defer { cloud.beforeAnswer = nil }
        do {
            _ = try await device.sync()
        } catch is RemoteFailure {
        } catch SyncError.tooBusy {
        }
    }

    /// The server must have the copy of a move before it has the deletion: at any time somebody may be taken away, and the rest
    /// of the move is then never sent.
    func noteTornMoves() {
        for move in moves where problem == nil {
            let source = serverRecord(move.id, in: move.source, move.person)
            guard let source, source.isDeleted, source.registers["movedTo"]?.value["id"]?.string == move.copy,
                contents(of: move.target, move.person).documents[RecordKey(.todo, move.copy)] == nil
            else { continue }
            problem = "\(move.id) was deleted before its copy \(move.copy) was there"
        }
    }

    /// A to-do as the server has it; nil if its document is not that of a record.
    func serverRecord(_ id: String, in name: String?, _ person: String) -> Record? {
        let key = RecordKey(.todo, id)
        let form = name == nil ? DocumentForm.own : .shared(by: person)
        return contents(of: name, person).documents[key].flatMap { try? RecordCodec.record(key, $0, in: form).record }
    }

    func contents(of name: String?, _ person: String) -> RemoteSpace {
        guard let name else { return cloud.own(of: person).contents }
        return cloud.spaces[name]?.contents ?? RemoteSpace()
    }
}
