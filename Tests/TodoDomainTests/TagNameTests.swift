import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("The name of a tag")
struct TagNameTests {
    @Test(
        "is the same whatever its case, composition and white space",
        arguments: [
            ("Home", "home"), ("HOME", "hOmE"), ("  to \t do\n", "To Do"), ("caf\u{E9}", "CAFE\u{301}"),
            ("a\u{3000}b", "a b"),
            ("ΕΡΓΑΣΊΕΣ", "εργασίες"), ("ДОМ", "дом"), ("a\u{323}\u{302}", "a\u{302}\u{323}"), ("ẞ", "ß"), ("", " \n"),
        ])
    func same(left: String, right: String) {
        #expect(TagName.folded(left).utf8.elementsEqual(TagName.folded(right).utf8))
        #expect(TagName.id(for: left) == TagName.id(for: right))
    }

    @Test(
        "tells accents, letters and widths apart",
        arguments: [
            ("été", "ete"), ("straße", "strasse"), ("ab", "a b"), ("ｈｏｍｅ", "home"), ("i", "ı"), ("は", "ば"),
            ("home", "home!"), ("don't", "don’t"), ("e-mail", "e\u{2011}mail"), ("\"so\"", "“so”"),
        ])
    func different(left: String, right: String) {
        #expect(TagName.folded(left) != TagName.folded(right))
        #expect(TagName.id(for: left) != TagName.id(for: right))
    }

    @Test(
        "gives this identity for ever",
        arguments: [
            ("home", 0, "d5b50477-eb4c-5074-877a-a647e2a4c5d3"), ("home", 1, "6f357f28-59b9-51ff-ac0c-cd9bcdbf2741"),
            ("Café au lait", 0, "1ca9f55c-02a5-567b-8d4a-a57939d3cd16"),
            ("买牛奶", 0, "6dc2ae55-6b7b-512f-92e3-262e011e66fd"),
            ("買い物 🛒", 12, "d1079afd-db7e-5fb9-9eb4-40d420673a39"), ("", 0, "924cab67-dc02-59d4-be82-29f883e9662a"),
        ])
    func frozen(title: String, generation: Int, id: String) {
        #expect(TagName.id(for: title, generation: generation).rawValue == id)
    }

    @Test("gives each generation an identity of its own, and no other name that identity")
    func generations() {
        let ids = (0..<100).map { TagName.id(for: "home", generation: $0) }
        #expect(Set(ids).count == 100)
        #expect(TagName.id(for: "home") == ids[0])
        #expect(TagName.id(for: "home 1") != ids[1])
        #expect(ids.allSatisfy { Tag.ID($0.rawValue) == $0 })
    }

    @Test("folds nothing further when it is folded again", arguments: 1...30 as ClosedRange<UInt64>)
    func idempotent(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let text = generator.hostileText(upTo: 10)
            let folded = TagName.folded(text)
            #expect(TagName.folded(folded).utf8.elementsEqual(folded.utf8), "\(Array(text.unicodeScalars))")
            #expect(
                TagName.folded(" \n" + text + "\u{3000}").utf8.elementsEqual(folded.utf8),
                "\(Array(text.unicodeScalars))")
            let decomposed = TagName.folded(text.decomposedStringWithCanonicalMapping)
            #expect(decomposed.utf8.elementsEqual(folded.utf8), "\(Array(text.unicodeScalars))")
        }
    }
}
