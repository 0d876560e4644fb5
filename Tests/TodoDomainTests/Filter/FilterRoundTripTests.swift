import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Filters as text and back")
struct FilterRoundTripTests {
    private let now = RandomWorld.now
    private let zone = TimeZone.gmt

    private func parse(_ text: String) throws -> TodoFilter {
        try TodoFilter.parse(text, now: now, timeZone: zone)
    }

    @Test("a filter's text parses as the same filter")
    func printed() throws {
        try fuzz("filters as text", rounds: 1500) { generator, seed in
            let filter = generator.filter(of: try RandomWorld(using: &generator))
            let text = filter.description
            guard text.utf8.count <= TodoFilter.longestText else { return }
            #expect(try parse(text) == filter, "seed \(seed): \(text)")
            #expect(try parse(text).description == text, "seed \(seed)")
        }
    }

    @Test("any text is refused at a place within it, or has a canonical text that is not longer and means the same")
    func anyText() throws {
        let parts = [
            "(", ")", "\"", ":", ",", "..", "-", "@", "*", "\\", " ", "and", "or", "not", "is:", "tag:", "due:",
            "sort:",
            "near:", "/5m", "none", "today", "completed:", "é", "🛒", "\u{0}", "\u{301}", "\u{A0}", "\u{200B}", "((((((",
        ]
        try fuzz("filters of any bytes", rounds: 500) { generator, seed in
            let world = try RandomWorld(using: &generator)
            let text = generator.filter(of: world).description
            let names = FilterNames(tags: world.tags, places: world.locations, views: ["x": TodoFilter()])
            for round in 0..<8 {
                let bytes: [UInt8] =
                    switch round {
                    case 0: Array(generator.hostileText(upTo: 40).utf8)
                    case 1:
                        (0..<Int.random(in: 0...60, using: &generator)).map { _ in generator.pick(parts) }.joined().utf8
                            .map(\.self)
                    default: generator.mutated(text.utf8, parts: parts)
                    }
                try check(String(decoding: bytes, as: UTF8.self), names, seed)
            }
        }
    }

    private func check(_ text: String, _ names: FilterNames, _ seed: UInt64) throws {
        do {
            let filter = try parse(text)
            let canonical = filter.description
            // Signs alone, such as “||” or “!”, are a text that gets quotation marks.
            let signs = text.split(whereSeparator: \.isWhitespace).count { $0.allSatisfy("&|!".contains) }
            #expect(canonical.utf8.count <= text.utf8.count + 2 * signs, "seed \(seed): \(text)")
            #expect(try parse(canonical) == filter, "seed \(seed): \(text)")
            for reference in filter.references {
                #expect(reference.span.utf8.upperBound <= text.utf8.count && !reference.span.utf8.isEmpty)
            }
            _ = try filter.query(now: now, timeZone: zone, names: names)
        } catch let error as TodoError {
            #expect(error.code == .badFilter || error.code == .notFound, "seed \(seed): \(text)")
            let span = try #require(error.underlying as? TodoFilter.Problem).span
            let part = Array(text.utf8)[span.utf8]
            #expect(String(validating: part, as: UTF8.self)?.utf16.count == span.utf16.count, "seed \(seed): \(text)")
            #expect(error.message.utf8.count < 1000, "seed \(seed): \(text)")
        }
    }
}
