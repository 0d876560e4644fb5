import FirestoreWire
import TestSupport
import Testing

@Suite("Field paths")
struct FieldPathTests {
    @Test(
        "names are quoted where they must be, and read as what they were",
        arguments: [
            (["a"], "a"), (["_a9"], "_a9"), (["a", "b", "c"], "a.b.c"), (["9a"], "`9a`"), (["a b"], "`a b`"),
            (["a.b", "c"], "`a.b`.c"), (["*"], "`*`"), (["é"], "`é`"), (["`"], #"`\``"#), (["\\"], #"`\\`"#),
            (["a`b\\c`"], #"`a\`b\\c\``"#), (["t-1", "v"], "`t-1`.v"), (["\n"], "`\n`"), (["__name__"], "__name__"),
            (["s", "title"], "s.title"), (["😀", "`.`"], #"`😀`.`\`.\``"#),
        ] as [([String], String)])
    func quoting(segments: [String], text: String) throws {
        let path = try FieldPath(segments)
        #expect(path.text == text)
        #expect(try FieldPath(parsing: text) == path)
        #expect(try FieldPath(parsing: text).segments == segments)
    }

    @Test("quotes that are not needed are read as well")
    func needlessQuotes() throws {
        #expect(try FieldPath(parsing: "`a`.`b`").segments == ["a", "b"])
    }

    @Test(
        "what is no path is refused",
        arguments: [
            "", ".", "a.", ".a", "a..b", "9a", "a b", "a-b", "é", "*", "`", "``", "`a", "a`", "`a`b", "`a``b`",
            #"`\a`"#,
            #"`a\"#, #"`a\`"#, "a.`", "a.``",
        ])
    func refused(text: String) {
        #expect(throws: InvalidName.self) { try FieldPath(parsing: text) }
    }

    @Test("limits are kept")
    func limits() throws {
        _ = try FieldPath([String(repeating: "a", count: 1500)])
        #expect(throws: InvalidName.tooLong) { try FieldPath([String(repeating: "a", count: 1501)]) }
        #expect(throws: InvalidName.tooLong) { try FieldPath(Array(repeating: "ab", count: 600)) }
        _ = try FieldPath(Array(repeating: "a", count: 20))
        #expect(throws: InvalidName.tooLong) { try FieldPath(Array(repeating: "a", count: 21)) }
        #expect(throws: InvalidName.emptySegment) { try FieldPath([]) }
        #expect(throws: InvalidName.emptySegment) { try FieldPath(["a", ""]) }
    }

    @Test("names are compared by their bytes")
    func equality() throws {
        #expect(try FieldPath(["\u{E9}"]) != FieldPath(["e\u{301}"]))
        #expect(FieldPath.documentID.isDocumentID && FieldPath.documentID.text == "__name__")
    }

    @Test("every path is read as what it was written from")
    func roundTrip() throws {
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let segments = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                Value.text(using: &generator) + ["`", "\\", "a"][Int.random(in: 0..<3, using: &generator)]
            }
            let path = try FieldPath(segments)
            #expect(try FieldPath(parsing: path.text) == path, "seed \(seed)")
        }
    }
}
