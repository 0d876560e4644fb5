import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats

@Suite struct TimestampTests {
    @Test(
        "a time has exactly one text, from the year 1 to the year 9999",
        arguments: [
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_001, "2000-02-29T00:00:00.001Z"), (1_795_176_000_250, "2026-11-20T12:00:00.250Z"),
        ] as [(Int64, String)])
    func texts(milliseconds: Int64, text: String) {
        #expect(Date(milliseconds: milliseconds).rfc3339 == text)
        #expect(Date(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test("every form of RFC 3339 is read, cut to the millisecond")
    func forms() {
        let noon: Int64 = 1_795_176_000_000
        #expect(Date(rfc3339: "2026-11-20T12:00:00Z")?.milliseconds == noon)
        #expect(Date(rfc3339: "2026-11-20t12:00:00z")?.milliseconds == noon)
        #expect(Date(rfc3339: "2026-11-20 13:30:00+01:30")?.milliseconds == noon)
        #expect(Date(rfc3339: "2026-11-20T13:00:00+0100")?.milliseconds == noon)
        #expect(Date(rfc3339: "2026-11-20T13:00+01")?.milliseconds == noon)
        #expect(Date(rfc3339: "2026-11-20T07:00:00.1-05:00")?.milliseconds == noon + 100)
        #expect(Date(rfc3339: "2026-11-20T12:00:00.123999999Z")?.milliseconds == noon + 123)
        #expect(Date(rfc3339: "2026-11-20T11:59:60Z")?.milliseconds == noon)
    }

    @Test(
        "what is no moment is not read",
        arguments: [
            "", "2026-11-20", "2026-11-20T12:00:00", "2026-02-30T00:00:00Z", "2026-11-20T24:00:00Z",
            "2026-11-20T12:60:00Z", "2026-11-20T12:00:61Z", "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00Z ",
            "2026-11-20T12:00:00+010", "2026-11-20T12:00:00+24:00", "0001-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01", "10000-01-01T00:00:00Z", "20261120T120000Z", "２026-11-20T12:00:00Z",
            "2026-11-20T12:00:00\u{0}Z", "0000-01-01T00:00:00Z",
        ])
    func refused(text: String) {
        #expect(Date(rfc3339: text) == nil)
    }

    @Test("text and time are each other's reverse for any time")
    func roundTrip() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let milliseconds = Int64.random(in: Limits.time, using: &random)
            let text = Date(milliseconds: milliseconds).rfc3339
            #expect(Date(rfc3339: text)?.milliseconds == milliseconds)
        }
    }
}
