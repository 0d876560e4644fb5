import FirestoreWire
import Testing

@Suite("The size of documents")
struct DocumentSizeTests {
    @Test("Google's own example counts 147 bytes")
    func example() {
        let document = Document(
            name: Samples.root + "/users/jeff/tasks/my_task_id",
            fields: ["type": "Personal", "done": false, "priority": 1, "description": "Learn Cloud Firestore"])
        #expect(document.storageSize == 147)
    }

    @Test("every kind of value has its size")
    func values() {
        let sizes: [(Value, Int)] = [
            (.null, 1), (true, 1), (1, 8), (1.5, 8), (.timestamp(Samples.time), 8), ("", 1), ("é€😀", 10),
            (.bytes([1, 2, 3]), 3), (.geoPoint(GeoPoint(latitude: 1, longitude: 2)), 16), ([], 0),
            ([1, "a", .null], 11),
            ([:], 0), (["ab": 1], 11), (.reference(Samples.root + "/users/jeff"), 27),
            (["__type__": "__vector__", "value": [1.0, 2.0]], 16),
            (.reference(Samples.root + "/t/__id5730082031140864__"), 26),
        ]
        for (value, size) in sizes { #expect(value.storageSize == size, "\(value)") }
    }

    @Test("a document is full at the byte at which Google's emulator refuses it")
    func limit() {
        let maps = Value.array(Array(repeating: ["k": 1], count: 2000))
        // The longest text accepted in this document; one byte more was refused.
        let text = String(repeating: "x", count: 1_028_516)
        let document = Document(name: Samples.root + "/size/x", fields: ["m": maps, "s": .string(text)])
        #expect(document.storageSize == Document.maximumStorageSize)
    }

    @Test("depth counts maps and arrays")
    func depth() {
        #expect(Document(name: "").depth == 0)
        #expect(Document(name: "", fields: ["a": 1]).depth == 0)
        #expect(Document(name: "", fields: ["a": ["b": [1, ["c": .null]]], "d": []]).depth == 3)
    }
}
