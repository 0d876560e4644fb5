import Foundation
import Testing
import TodoDomain

/// On Saturday, 21 November 2026, at 21:30 in Zurich unless they say otherwise.
@Suite("Phrases for what is to come that would have passed")
struct PassedPhraseTests {
    private static let evening = "2026-11-21T20:30:00Z"

    @Test(
        "a part of today that has passed is refused with what to say",
        arguments: ["tonight", "this evening", "today evening", "this morning"])
    func passed(phrase: String) throws {
        let error = try #require(throws: TodoError.self) { try meaning(phrase, at: Self.evening) }
        #expect(error.code == .usage)
        #expect(error.message.contains("today has passed; say tomorrow"))
    }

    @Test("the moment that it is has passed, the one after it has not")
    func boundary() throws {
        #expect(code { try meaning("tonight", at: "2026-11-21T19:00:00Z") } == .usage)
        #expect(try meaning("tonight", at: "2026-11-21T18:59:59Z") == "2026-11-21T19:00:00.000Z")
        #expect(try meaning("this morning", at: "2026-11-21T07:59:59Z") == "2026-11-21T08:00:00.000Z")
    }

    @Test("midnight today has two meanings", arguments: ["today midnight", "midnight today", "midnight on 21 nov"])
    func midnight(phrase: String) throws {
        let error = try #require(throws: TodoError.self) { try meaning(phrase) }
        #expect(error.code == .usage && error.message.contains("today 0h or today 24h"))
    }

    @Test(
        "what says its hour is taken by its word",
        arguments: [
            ("tonight at 9", "2026-11-21T20:00:00.000Z"), ("today 9am", "2026-11-21T08:00:00.000Z"),
            ("today 0h", "2026-11-20T23:00:00.000Z"), ("today 24h", "2026-11-21T23:00:00.000Z"),
            ("tomorrow midnight", "2026-11-21T23:00:00.000Z"), ("midnight", "2026-11-21T23:00:00.000Z"),
        ])
    func said(phrase: String, expected: String) throws { #expect(try meaning(phrase, at: Self.evening) == expected) }

    @Test("ranges and the past take what has passed, as saved views have it at any hour")
    func past() throws {
        let (now, zone) = (try moment(Self.evening), try zone(zurich))
        let filter = try DueFilter.parse("today midnight..tonight", now: now, timeZone: zone)
        let range = try DueFilter.parse("2026-11-21T00:00..2026-11-21T20:00", now: now, timeZone: zone)
        #expect(filter == range)
        let due = try DuePhrase.parse("this morning", now: now, timeZone: zone, isToCome: false)
        #expect(due.day == (try Day(year: 2026, month: 11, day: 21)))
        for (phrase, expected) in [("midnight", "2026-11-20T23:00:00.000Z"), ("tonight", "2026-11-21T19:00:00.000Z")] {
            #expect(try PastPhrase.parse(phrase, now: now, timeZone: zone).rfc3339 == expected)
        }
    }
}
