import Foundation
package import JSON

/// A conflict as a record, which syncs to all devices.
package struct ConflictRecord: Hashable, Sendable {
    /// The record that was written twice.
    package let key: RecordKey
    /// The two values, and which of them was kept when the conflict was noticed.
    package let conflict: RecordConflict
    /// When it was noticed, in milliseconds since 1970.
    package let noticedAt: Int64

    /// A conflict of a record.
    package init(_ conflict: RecordConflict, of key: RecordKey, noticedAt: Int64) {
        self.conflict = conflict
        self.key = key
        self.noticedAt = noticedAt
    }

    /// The identifier of the record: the same on every device that notices the conflict.
    package var id: String {
        // Uses may win against a deletion, and the deletion may later lose to an edit: two conflicts with one stamp.
        let uses = conflict.identity == conflict.lostStamp ? "" : "/uses"
        let name = "\(key.kind.rawValue)/\(key.id)/\(conflict.register)/\(conflict.identity)\(uses)"
        return UUID(namespace: Self.namespace, name: name).uuidString.lowercased()
    }

    private static let namespace = UUID(
        uuid: (0xB1, 0x60, 0x3D, 0x7F, 0x4C, 0x92, 0x4E, 0x0B, 0xA8, 0x57, 0x19, 0xE4, 0xC6, 0x2A, 0xD3, 0x81))
}

// The form of its registers.
extension ConflictRecord {
    /// The value of `ConflictRegister/about`.
    package var about: JSONValue {
        ["kind": .string(key.kind.rawValue), "id": .string(key.id), "register": .string(conflict.register)]
    }

    /// The value of `ConflictRegister/lost`.
    package var lost: JSONValue {
        var members: [String: JSONValue] = [
            "value": conflict.lost, "stamp": .string(conflict.lostStamp.description),
        ]
        if conflict.identity != conflict.lostStamp { members["of"] = .string(conflict.identity.description) }
        return .object(members)
    }

    /// The value of `ConflictRegister/notice`.
    package var notice: JSONValue {
        ["at": .integer(noticedAt), "kept": conflict.kept, "stamp": .string(conflict.keptStamp.description)]
    }

    /// Parses the three registers; nil if their form is unknown, or if they concern something that only a newer version
    /// knows.
    /// - Parameters:
    ///   - about: the value of `ConflictRegister/about`.
    ///   - lost: the value of `ConflictRegister/lost`.
    ///   - notice: the value of `ConflictRegister/notice`.
    ///   - space: the space of the conflict, which is also that of the record.
    package init?(about: JSONValue, lost: JSONValue, notice: JSONValue, in space: SpaceID = .own) {
        guard let kind = about["kind"]?.string.flatMap(RecordKind.init), let id = about["id"]?.string,
            let register = about["register"]?.string, let lostStamp = lost["stamp"]?.string.flatMap(Stamp.init),
            let keptStamp = notice["stamp"]?.string.flatMap(Stamp.init), let at = notice["at"]?.integer,
            Limits.time.contains(at)
        else { return nil }
        let conflict = RecordConflict(
            register: register, lost: lost["value"] ?? .null, lostStamp: lostStamp, kept: notice["kept"] ?? .null,
            keptStamp: keptStamp, identity: lost["of"]?.string.flatMap(Stamp.init))
        self.init(conflict, of: RecordKey(kind, id, in: space), noticedAt: at)
    }
}
