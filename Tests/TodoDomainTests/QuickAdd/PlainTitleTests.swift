import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Titles in which there is nothing to understand")
struct PlainTitleTests {
    private func titles(seed: UInt64, count: Int = 2500) -> [String] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in generator.plainTitle() }
    }

    @Test("10,000 of them come back byte for byte", arguments: 1...4)
    func untouched(seed: UInt64) throws {
        let titles = titles(seed: seed)
        #expect(Set(titles).count > 2000)
        var changed: [String] = []
        for title in titles {
            let draft = try QuickAddTests.parse(title)
            if Array(draft.title.utf8) != Array(title.utf8) || !draft.understood.isEmpty {
                changed.append("\(title) → \(draft.title) \(draft.understood.map(\.text))")
            }
        }
        #expect(changed.isEmpty, "\(changed.count): \(changed.prefix(40))")
    }

    @Test("of short texts as programs are described with, none is taken, and at most 1 % get a hint", arguments: 1...2)
    func summaries(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let texts = (0..<2000).map { _ in generator.summary() }
        #expect(Set(texts).count > 1500)
        var (changed, hinted): ([String], [String]) = ([], [])
        for text in texts {
            let draft = try QuickAddTests.parse(text)
            if draft.title != text || !draft.understood.isEmpty { changed.append(text) }
            if !draft.hints.isEmpty { hinted.append("\(text) → \(draft.hints.map(\.text))") }
        }
        #expect(changed.isEmpty, "\(changed.prefix(20))")
        #expect(hinted.count * 100 <= texts.count, "\(hinted.count): \(hinted.prefix(20))")
    }

    @Test("with words that are understood they come back without these", arguments: 5...6)
    func withTokens(seed: UInt64) throws {
        var changed: [String] = []
        for title in titles(seed: seed, count: Dose.of(500, whole: 2500)) {
            for (line, expected) in [
                ("p1 \(title) +work", title), ("\(title) due:friday +work p1", title), ("+work p1 \(title)", title),
            ] {
                let draft = try QuickAddTests.parse(line)
                let isRight =
                    Array(draft.title.utf8) == Array(expected.utf8) && draft.tags == ["work"] && draft.priority == .high
                    && (draft.due != nil) == line.contains(" due:friday")
                if !isRight { changed.append("\(line) → \(draft.title) \(draft.understood.map(\.text))") }
            }
        }
        #expect(changed.isEmpty, "\(changed.count): \(changed.prefix(40))")
    }
}
