import DavSimulation
import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

/// Objects that no client should send.
@Suite("An object that cannot be kept is refused, and changes nothing")
struct HostileMergeTests {
    @Test("values out of all bounds are refused or left out")
    func bounds() async throws {
        let stage = try MergeStage()
        let day = Day(daysSince1970: 20_778)
        let recurrence = Recurrence(
            rule: "FREQ=DAILY", mode: .each, zone: "Europe/Zurich", base: day, key: day, due: .day(day))
        let todo = try await stage.store.add("water", tags: ["x"], recurrence: recurrence)
        for line in [
            "DUE:99999999T999999Z", "DUE;VALUE=DATE:99991231", "DUE;VALUE=DATE:00010101", "RRULE:FREQ=NEVER", "RRULE:",
            "RRULE:FREQ=DAILY;COUNT=99999999999999999999", "X-APPLE-SORT-ORDER:99999999999999999999",
            "X-APPLE-SORT-ORDER:-9223372036854775808", "PRIORITY:99999999999999999999", "PERCENT-COMPLETE:-1",
            "X-MOZ-LASTACK:x", "COMPLETED:x", "RELATED-TO:", "CATEGORIES:", "SUMMARY:", "X-TODO-REV:' OR 1=1",
            "CATEGORIES:" + (0..<5000).map { "t\($0)" }.joined(separator: ","),
            "SUMMARY:" + String(repeating: "x", count: 20_000),
            "X-OTHER:" + String(repeating: "y", count: 900_000), "RECURRENCE-ID:20261121", "DTSTART:00000000T000000",
        ] {
            let seen = try await stage.read(todo.id)
            stage.clock.advance(by: 60)
            do { try await stage.put(seen.with(line), matching: seen.etag) } catch is DavRefusal {}
            #expect(try await stage.item(todo.id) != nil, "\(line.prefix(60))")
        }
    }

    @Test("whatever becomes of an object on its way, the answer is a refusal or the to-do")
    func fuzzed() async throws {
        var random = SeededGenerator(seed: 7)
        let stage = try MergeStage()
        let todo = try await stage.store.add(
            "one", notes: "n", tags: ["x"], due: .instant(Date(timeIntervalSince1970: 1_796_000_000), .zurich))
        let pieces: [[UInt8]] = [
            "\r\n", ":", ";", "BEGIN:VTODO\r\n", "END:VALARM\r\n", "\u{0}", "TZID=", "\"", "99999",
        ]
        .map { Array($0.utf8) }
        for _ in 0..<Dose.of(60, whole: 20_000) {
            var bytes = try await stage.read(todo.id).bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(at..<min(at + Int.random(in: 1...40, using: &random), bytes.count - 1))
                default: bytes.insert(contentsOf: random.pick(pieces), at: at)
                }
            }
            do {
                _ = try await stage.merge.put(
                    bytes, to: DavPlace(.inbox, todo: todo.id), client: MergeStage.phone, claim: DavClaim())
            } catch is DavRefusal {}
            stage.clock.advance(by: 20)
        }
        #expect(try await stage.item(todo.id) != nil)
    }
}
