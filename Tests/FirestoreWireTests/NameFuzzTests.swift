import FirestoreWire
import TestSupport
import Testing

@Suite("Names and times of any text")
struct NameFuzzTests {
    private static let parts = [
        ".", "`", "\\", "/", "//", "(default)", "projects", "documents", "__", "a", "1", "%2F", "%", "%zz", "é",
        "e\u{301}", "\u{0}", "😀", " ", "-", "T", "Z", "+02:00", "9999",
    ]

    @Test("are read as what they are written as, or refused")
    func texts() throws {
        let path = try FieldPath(["a", "b c", "`\\", "é"]).text
        let name = Samples.name
        fuzz("names and times", rounds: 3000) { generator, seed in
            func text(of sample: String) -> String {
                String(decoding: generator.mutated(sample.utf8, parts: Self.parts), as: UTF8.self)
            }
            if let read = try? FieldPath(parsing: text(of: path)) {
                #expect((try? FieldPath(parsing: read.text)) == read, "seed \(seed)")
            }
            if let read = try? ResourceName(parsing: text(of: name)) {
                #expect((try? ResourceName(parsing: read.text)) == read, "seed \(seed)")
            }
            if let read = try? ResourceName(percentEncoded: text(of: name)) {
                #expect((try? ResourceName(parsing: read.text)) == read, "seed \(seed)")
            }
            if let read = Timestamp(text(of: "2026-11-20T16:02:45.698187Z")) {
                #expect(Timestamp(read.description) == read, "seed \(seed)")
            }
        }
    }
}
