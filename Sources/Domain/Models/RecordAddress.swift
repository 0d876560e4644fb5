public import JSON

/// Where a record was moved: a space, and the id that it has there.
public struct RecordAddress: Hashable, Sendable {
    /// The name of the space on the remote; empty for the own one of the person who moved it.
    public let space: String
    /// The id of the record in that space.
    public let id: String

    /// The address of a record.
    public init(space: String, id: String) {
        self.space = space
        self.id = id
    }
}

extension JSONValue {
    /// `{"space": name, "id": id}`, or null.
    public static func address(_ address: RecordAddress?) -> JSONValue {
        address.map { ["space": .string($0.space), "id": .string($0.id)] } ?? .null
    }

    /// The address of a record; nil if there is none or the value has another form.
    public var asAddress: RecordAddress? {
        guard let space = self["space"]?.string, let id = self["id"]?.string, space.utf8.count <= 64,
            id.utf8.count <= 64
        else { return nil }
        return RecordAddress(space: space, id: id)
    }
}
