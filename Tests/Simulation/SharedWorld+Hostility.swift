import FirestoreWire
import JSON
import TestSupport
import TodoDomain
import TodoSync

// What an editor can do who has a client of his own.
extension SharedWorld {
    private static let hostileDevice = DeviceID(rawValue: 1 << 33)

    /// Tries one act in a space. Those that the rules refuse must have no effect.
    func actAsHostileMember(in name: String, _ salt: UInt64) throws {
        var generator = SeededGenerator(seed: salt)
        guard let head = cloud.spaces[name]?.head else { return }
        let documents = contents(of: name, Self.hostile).documents.filter { $0.key.kind == .todo }
        // The id may be that of somebody's private record.
        let ids = documents.keys.map(\.id) + (0..<4).map { "t\($0)" }
        let key = RecordKey(.todo, generator.pick(ids.sorted()))
        var next = head.advanced(by: freshValue(), touching: [.todo])
        var (document, isRefused) = (documents[key] ?? newDocument(key), false)
        guard case .integer(let highest)? = document["hi"] else { return }
        func stamp(_ later: Int64) -> Value {
            .string(Stamp(milliseconds: highest + later, counter: 1, device: Self.hostileDevice).description)
        }
        document["seq"] = .integer(next.sequence)
        document["by"] = .string(Self.hostile)
        let value = freshValue()
        switch Int.random(in: 0..<11, using: &generator) {
        case 0:  // a stamp of the far future under an honest `hi`
            lies.insert(value)
            document["title"] = .string(value)
            document[try FieldPath(["s", "title"])] = stamp(generator.pick([1, 3_600_000, 1_893_000_000_000]))
        case 1:  // the same for all registers
            document[try FieldPath(["s", "*"])] = stamp(3_600_000)
        case 2:  // a value of a wrong type
            document["title"] = generator.pick([.integer(5), .null, .string(""), .map([:])])
            document[try FieldPath(["s", "title"])] = stamp(0)
        case 3:  // now and ten minutes
            document["hi"] = .integer(cloud.now + 600_000)
            document["title"] = .string(value)
            document[try FieldPath(["s", "title"])] = .string(
                Stamp(milliseconds: cloud.now + 600_000, counter: 0, device: Self.hostileDevice).description)
        case 4:  // a version that makes everybody stop
            (document["v"], isRefused) = (.integer(99), true)
        case 5:  // in the name of another
            (document["by"], isRefused) = (.string(Self.owner), true)
        case 6:  // another kind is counted less than before
            next.last[.tag] = -1
            isRefused = true
        case 7:  // a false ring, and a restore that never was
            next.ring = ["\(next.sequence):\(value)"]
            next.restoration = value
        case 8:  // everything is collected
            (next.collectedSequence, isRefused) = (next.sequence, true)
        case 9:  // an owner
            next.sharing?.members[Self.hostile] = .owner
            isRefused = true
        default:  // a version of the space that makes everybody stop
            (next.schema, isRefused) = (3, true)
        }
        try send(document, key, isNew: documents[key] == nil, next, after: head, to: name, isRefused: isRefused)
    }

    /// A document that only a hostile client would make.
    private func newDocument(_ key: RecordKey) -> Fields {
        let stamp = Stamp(milliseconds: cloud.now, counter: 0, device: Self.hostileDevice)
        var record = Record(kind: .todo, id: key.id, createdAt: cloud.now, origin: stamp)
        record.registers["title"] = Record.Register(.string(freshValue()))
        return RecordCodec.document(record, sequence: 1, in: .shared(by: Self.hostile))
    }

    private func send(
        _ document: Fields, _ key: RecordKey, isNew: Bool, _ next: RemoteHead, after head: RemoteHead, to name: String,
        isRefused: Bool
    ) throws {
        // All fields of the head that can be changed, whatever the rules say to that.
        var fields = next.changed(touching: [.todo, .tag], collecting: true, restoring: true).fields
        fields["schema"] = .integer(next.schema)
        fields["members"] = next.sharing?.fields["members"]
        if next.last[.tag] == nil, case .map(var last)? = fields["last"] {
            last["tags"] = nil
            fields["last"] = .map(last)
        }
        let mask = try DocumentMask(fields.map { try FieldPath([$0.name]) })
        // The whole of `last` is written, so the other kinds have to be repeated.
        if case .map(var last)? = fields["last"] {
            for (kind, sequence) in next.last where last[kind.collection] == nil && sequence >= 0 {
                last[kind.collection] = .integer(sequence)
            }
            if next.last[.tag] == -1 { last["tags"] = head.last[.tag].map { .integer(max($0 - 1, 0)) } ?? .integer(-1) }
            fields["last"] = .map(last)
        }
        do {
            _ = try cloud.commit(
                RemoteCommit(
                    headFields: fields, headMask: mask, headTime: head.updateTime,
                    changes: [.init(key: key, operation: isNew ? .create(document) : .replace(document))]),
                to: name, by: Self.hostile)
            if isRefused { problem = problem ?? "the rules of the model let \(document) pass" }
        } catch let failure as RemoteFailure where failure.kind == .denied {
            return
        }
    }
}
