import FirestoreWire
import Foundation
import JSON
import Testing
import Version010

/// The client of version 0.1.0 that takes part in the simulation: a copy that must stay as released.
@Suite("Version 0.1.0")
struct Version010Tests {
    @Test("what it writes has the form that it had when it was released")
    func isFrozen() throws {
        var uuids = 0
        let client = Client(
            Client.Surroundings(
                now: { 1_795_262_400_000 }, uptime: { ("boot", 0) },
                makeUUID: {
                    uuids += 1
                    return UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(uuids)))
                }))
        _ = try client.edit { transaction in
            transaction.createTodo("a", ["title": "Milk", "notes": "two"], createdAt: 1_795_262_000_000)
            try transaction.setTag(transaction.tag(titled: "Home"), of: "a", to: true)
            try transaction.setTag(transaction.tag(titled: "shop"), of: "a", to: true)
        }
        _ = try client.edit { transaction in
            try transaction.setExtra("x.y", of: "a", to: ["z": 1])
            try transaction.merge(tag: Transaction.tagID(for: "home"), into: Transaction.tagID(for: "shop"))
        }
        let documents = client.documents.map { "\($0.key.kind) \($0.key.id) \(plain(.map($0.fields)).canonicalJSON)" }
        #expect(documents.sorted() == Self.documents)
    }

    /// The value without its type names.
    private func plain(_ value: Value) -> JSONValue {
        switch value {
        case .map(let fields):
            .object(Dictionary(fields.map { ($0.name, plain($0.value)) }, uniquingKeysWith: { _, last in last }))
        case .boolean(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .string(let string): .string(string)
        default: .string("\(value)")
        }
    }

    private static let documents = [
        """
        tag ca9b9122-717f-5bee-b766-5d21bb5a3f4c {"createdAt":1795262400000,"hi":1795262400000,\
        "s":{"*":"01k7uvkhg00004106105"},"seq":1,"title":"shop","v":1}
        """,
        """
        tag d5b50477-eb4c-5074-877a-a647e2a4c5d3 {"createdAt":1795262400000,"deleted":true,\
        "deletedAt":1795262400000,"hi":1795262400000,\
        "s":{"*":"01k7uvkhg00004106105","deleted":"01k7uvkhg00014106105"},"seq":1,"title":"Home","v":1}
        """,
        """
        todo a {"createdAt":1795262000000,"extras":{"xx.y":"{\\"z\\":1}"},"hi":1795262400000,"notes":"two",\
        "s":{"*":"01k7uvkhg00004106105","extras.x.y":"01k7uvkhg00014106105"},"seq":1,\
        "tags":{"tca9b9122-717f-5bee-b766-5d21bb5a3f4c":{"s":"01k7uvkhg00004106105","v":true},\
        "td5b50477-eb4c-5074-877a-a647e2a4c5d3":{"s":"01k7uvkhg00014106105","v":false}},"title":"Milk","v":1}
        """,
    ]
}
