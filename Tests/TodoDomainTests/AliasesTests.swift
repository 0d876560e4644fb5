import Testing
import TodoDomain

@Suite("Which record speaks for which")
struct AliasesTests {
    private func node(_ id: String, into target: String? = nil, name: String? = nil, at time: Int64 = 1) -> AliasNode {
        AliasNode(id: id, isDeleted: target != nil, mergedInto: target, name: name ?? id, createdAt: time)
    }

    private let gone = AliasNode(id: "gone", isDeleted: true, mergedInto: nil, name: "gone", createdAt: 1)

    @Test("a living one speaks for itself, and nothing is seen of a deleted one")
    func alone() {
        let unnamed = AliasNode(id: "u", isDeleted: false, mergedInto: nil, name: nil, createdAt: 1)
        #expect(Aliases.speakers(of: [node("a"), unnamed, gone]) == ["a": "a", "u": "u"])
    }

    @Test("a merged one leads to its target, however many merges lie between and in whatever order they are listed")
    func merged() {
        let nodes = [node("a", into: "b"), node("b", into: "c"), node("c")]
        let expected = ["a": "c", "b": "c", "c": "c"]
        #expect(Aliases.speakers(of: nodes) == expected && Aliases.speakers(of: nodes.reversed()) == expected)
    }

    @Test("a target that counts only while a record is deleted does not matter to a living one")
    func living() {
        let back = AliasNode(id: "a", isDeleted: false, mergedInto: "b", name: "a", createdAt: 1)
        #expect(Aliases.speakers(of: [back, node("b")]) == ["a": "a", "b": "b"])
    }

    @Test("a ring of merges, a deleted target and an unknown one lead nowhere")
    func nowhere() {
        let ring = [node("a", into: "b"), node("b", into: "c"), node("c", into: "a"), node("d", into: "a")]
        #expect(Aliases.speakers(of: ring).isEmpty)
        #expect(Aliases.speakers(of: [node("a", into: "gone"), gone, node("b", into: "unknown")]).isEmpty)
    }

    @Test(
        "of living ones with one name the earliest speaks for all, then the one with the least id; merges lead there too"
    )
    func names() {
        let nodes = [
            node("c", name: "shop", at: 2), node("b", name: "shop", at: 1), node("a", name: "shop", at: 2),
            node("d", into: "c"),
        ]
        let expected = ["a": "b", "b": "b", "c": "b", "d": "b"]
        #expect(Aliases.speakers(of: nodes) == expected && Aliases.speakers(of: nodes.reversed()) == expected)
        let alike = [node("b", name: "shop"), node("a", name: "shop")]
        #expect(Aliases.speakers(of: alike) == ["a": "a", "b": "a"])
        // A deleted record lends its name to nobody.
        let older = AliasNode(id: "o", isDeleted: true, mergedInto: nil, name: "shop", createdAt: 0)
        #expect(Aliases.speakers(of: alike + [older]) == ["a": "a", "b": "a"])
    }
}
