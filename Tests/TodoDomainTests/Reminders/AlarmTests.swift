import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain

@Suite("An alarm, as a value and as JSON")
struct AlarmTests {
    private let id = Alarm.ID("a1")

    private func alarm(_ text: String) throws -> Alarm {
        let id = try #require(id)
        return try #require(Alarm(id: id, json: JSONValue(parsing: text)))
    }

    @Test("each trigger has the documented form")
    func forms() throws {
        let lead = try #require(Alarm.Lead("PT15M"))
        let place = try #require(Location.ID("p1"))
        let triggers: [(String, Alarm.Trigger)] = [
            (
                #"{"at":1795280400000,"zone":"Europe/Zurich"}"#,
                .moment(Date(milliseconds: 1_795_280_400_000), zone: "Europe/Zurich")
            ),
            (#"{"before":"PT15M","of":"due"}"#, .before(lead, of: .due)),
            (#"{"before":"PT0S","of":"either"}"#, .before(.zero, of: .either)),
            (#"{"days":1,"of":"start","time":"18:00"}"#, .time(.hour(18), daysBefore: 1, of: .start)),
            (#"{"place":"p1","proximity":"arrive","radius":300}"#, .place(.arrive, place, radius: 300)),
            (#"{"proximity":"leave","radius":150}"#, .place(.leave, nil, radius: Alarm.standardRadius)),
        ]
        for (text, trigger) in triggers {
            let alarm = try alarm(text)
            #expect(alarm.trigger == trigger && alarm.extras.isEmpty)
            #expect(alarm.json.canonicalJSON == text)
            #expect(try alarm.validated() == alarm)
        }
        #expect(Alarm(id: try #require(id), json: .null) == nil)
    }

    @Test("members that are unknown are kept, and so is a trigger that is")
    func unknown() throws {
        let text = #"{"before":"P1D","of":"due","x-action":{"n":[1,2.5]}}"#
        #expect(try alarm(text).json.canonicalJSON == text)
        for text in [
            "{}", #"{"sunrise":true}"#, #"{"before":"P1M","of":"due"}"#, #"{"before":"P1D","of":"birth"}"#,
            #"{"at":1e300,"zone":"UTC"}"#, #"{"at":9223372036854775807,"zone":"UTC"}"#, #"{"at":1}"#,
            #"{"days":9223372036854775807,"of":"due","time":"18:00"}"#, #"{"days":0,"of":"due","time":"25:00"}"#,
            #"{"proximity":"arrive","radius":1e+300}"#, #"{"proximity":"arrive","radius":0}"#,
            #"{"place":"","proximity":"arrive","radius":9}"#, #"{"proximity":"near","radius":9}"#,
        ] {
            let alarm = try alarm(text)
            #expect(alarm.trigger == .unknown, "\(text)")
            #expect(alarm.json == (try JSONValue(parsing: text)))
            var replaced = alarm
            replaced.trigger = .before(.zero, of: .due)
            #expect(Alarm(id: alarm.id, json: replaced.json)?.trigger == replaced.trigger)
        }
    }

    @Test("any JSON is read without a trap, and a known trigger reads back", arguments: [1, 2, 3, 4] as [UInt64])
    func fuzzed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let parts = SeededGenerator.jsonParts + ["PT", "P", "D", "-", "999999999", "T", "arrive", "1e300"]
        for _ in 0..<2000 {
            let alarm = Alarm(generator.trigger())
            #expect(Alarm(id: alarm.id, json: alarm.json) == alarm)
            let bytes = generator.mutated(alarm.json.canonicalJSON.utf8, parts: parts)
            guard let json = try? JSONValue(parsing: Data(bytes)), let read = Alarm(id: alarm.id, json: json) else {
                continue
            }
            #expect(Alarm(id: read.id, json: read.json) == read)
            _ = try? read.validated()
        }
    }

    @Test("the same reminder added on two devices is one")
    func identity() throws {
        let lead = try #require(Alarm.Lead("PT15M"))
        #expect(Alarm(.before(lead, of: .due)).id == Alarm(.before(lead, of: .due)).id)
        #expect(Alarm(.before(lead, of: .due)).id != Alarm(.before(lead, of: .start)).id)
        // Ids are stored: they never change.
        #expect(Alarm(.before(lead, of: .due)).id.rawValue == "6ed7311a-94ce-5dd8-9d06-bed81db5f4bf")
    }

    @Test("a length of time is a duration of RFC 5545")
    func leads() throws {
        for (text, days, seconds, written) in [
            ("PT15M", 0, 900, "PT15M"), ("P1W", 7, 0, "P7D"), ("P1DT12H", 1, 43_200, "P1DT12H"),
            ("-PT5M", 0, -300, "-PT5M"), ("+P2D", 2, 0, "P2D"), ("PT90S", 0, 90, "PT1M30S"), ("PT0S", 0, 0, "PT0S"),
            ("P0D", 0, 0, "PT0S"), ("PT36H", 0, 129_600, "PT36H"),
        ] {
            let lead = try #require(Alarm.Lead(text))
            #expect((lead.days, lead.seconds) == (days, seconds))
            #expect(lead.description == written)
        }
        for text in [
            "", "P", "PT", "15M", "P15M", "PT1D", "P1DT", "P-1D", "PT1M1H", "P1D1W", "P999999999W", "P36526D", "P1D ",
            "PT9999999999S", "--P1D", "p1d",
        ] { #expect(Alarm.Lead(text) == nil, "\(text)") }
        #expect(Alarm.Lead(days: 1, seconds: -1) == nil && Alarm.Lead(days: .min) == nil)
    }

    @Test("numbers and text have limits")
    func limits() throws {
        expectTodoError(.badReminder) { try Alarm(.time(.hour(9), daysBefore: .min, of: .due)).validated() }
        expectTodoError(.badReminder) { try Alarm(.place(.arrive, nil, radius: 0)).validated() }
        expectTodoError(.badReminder) {
            let text = String(repeating: "a", count: Limits.alarm)
            return try Alarm(id: #require(id), .unknown, extras: ["x": .string(text)]).validated()
        }
        expectTodoError(.unknownTimeZone) { try Alarm(.moment(Date(), zone: "Mars/Base")).validated() }
        expectTodoError(.impossibleTime) { try Alarm(.moment(Date(milliseconds: .max), zone: "UTC")).validated() }
        let many = (0...Limits.alarms).map { Alarm(.time(.hour(9), daysBefore: $0, of: .due)) }
        expectTodoError(.tooManyReminders) { try Validation.alarms(many) }
        #expect(try Validation.alarms(Array(many.dropLast())).count == Limits.alarms)
    }
}
