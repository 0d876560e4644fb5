import Foundation
import TestSupport
import Testing
import TodoDomain
import todo

@Suite("Hostile text in the parsers")
struct ParserFuzzTests {
    private static let pieces = [
        "today", "tomorrow", "fri", "next", "this", "week", "month", "in", "a", "3", "999999999", "0", "+", "-", "days",
        "d", "mo", "h", "min", "at", "on", "9am", "25:00", "noon", "end", "of", "the", "eom", "nov", "feb", "29",
        "31st",
        "2026", "9999", "2026-11-21", "9999-12-31", "0001-01-01", "T", "T18:00", "Z", "+02:00", ".", "..", ":", "/",
        ",",
        "21.11.2026", "km", "47.37", "ago", "now", "\u{0}", "\u{1B}[31m", "é", "👨‍👩‍👧", "\u{202E}", "\n", "\t", "\u{FFFD}",
        "９", "İ", "ß", "tonight", "morning", "weekend", "last", "day", "after", "two", "m", "15th", "31.12.", "99.99.",
        "17h", "25h", "+30m", "3d", "999999999y", "20261224", "99999999", "2026/12/24", "1/2", "2026-W50", "9999-W53",
    ]

    /// Every parser either understands the text or throws one of our errors that a person can read, and what it
    /// understands can be stored.
    @Test("random phrases are understood or refused, and never more")
    func phrases() throws {
        let zones = try [zurich, "Pacific/Apia", "America/Sao_Paulo", "UTC"].map(zone)
        let moments = try [saturday, "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2028-02-29T12:00:00Z"].map(date)
        fuzz("phrases", rounds: 9000) { generator, seed in
            var text = ""
            for _ in 0..<Int.random(in: 0...7, using: &generator) {
                text += generator.pick(Self.pieces)
                if generator.chance(0.5) { text += " " }
            }
            checkAll(text, seed, now: generator.pick(moments), zone: generator.pick(zones))
        }
    }

    @Test("random bytes are refused, or are text")
    func bytes() throws {
        let (now, zone) = (try date(saturday), try zone(zurich))
        fuzz("phrases of any bytes", rounds: 6000) { generator, seed in
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            checkAll(String(decoding: bytes, as: UTF8.self), seed, now: now, zone: zone)
        }
    }

    @Test("a megabyte of anything is refused at once")
    func long() throws {
        let (now, zone) = (try date(saturday), try zone(zurich))
        for piece in ["9", "today ", "..", "in ", ",", "é", "+1"] {
            let text = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
            #expect(code { try DuePhrase.parse(text, now: now, timeZone: zone) } == .usage)
            #expect(code { try DueFilter.parse(text, now: now, timeZone: zone) } == .usage)
            #expect(code { try Distance.parse(text) } == .badDistance)
        }
    }

    private func checkAll(_ text: String, _ seed: UInt64, now: Date, zone: TimeZone) {
        check(text, seed) { _ = try Validation.due(try DuePhrase.parse(text, now: now, timeZone: zone)) }
        check(text, seed) { _ = try DueFilter.parse(text, now: now, timeZone: zone) }
        check(text, seed) { _ = try PastPhrase.parse(text, now: now, timeZone: zone) }
        check(text, seed) { _ = try Distance.parse(text) }
        check(text, seed) { _ = try Place.parse(text) }
    }

    private func check(_ text: String, _ seed: UInt64, _ body: () throws -> Void) {
        do { try body() } catch let error as TodoError {
            #expect(error.message.hasSuffix("."), "seed \(seed): \(text.debugDescription)")
            #expect(ProcessStatus(error.code) == .usage, "seed \(seed): \(text.debugDescription)")
        } catch { Issue.record("seed \(seed): \(text.debugDescription) throws \(error)") }
    }
}
