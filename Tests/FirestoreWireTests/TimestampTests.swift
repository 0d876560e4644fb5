import FirestoreWire
import Foundation
import JSON
import TestSupport
import Testing

@Suite("Times")
struct TimestampTests {
    @Test(
        "every form of RFC 3339 that is valid is read, and written as Google writes it",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
            ("2026-11-20T16:02:45Z", 1_795_190_565, 0, "2026-11-20T16:02:45Z"),
            ("2026-11-20T16:02:45.6Z", 1_795_190_565, 600_000_000, "2026-11-20T16:02:45.600Z"),
            ("2026-11-20T16:02:45.69Z", 1_795_190_565, 690_000_000, "2026-11-20T16:02:45.690Z"),
            ("2026-11-20T16:02:45.6981Z", 1_795_190_565, 698_100_000, "2026-11-20T16:02:45.698100Z"),
            ("2026-11-20T16:02:45.698187Z", 1_795_190_565, 698_187_000, "2026-11-20T16:02:45.698187Z"),
            ("2026-11-20T16:02:45.6981870Z", 1_795_190_565, 698_187_000, "2026-11-20T16:02:45.698187Z"),
            ("2026-11-20T16:02:45.000000001Z", 1_795_190_565, 1, "2026-11-20T16:02:45.000000001Z"),
            ("2026-11-20T17:02:45+01:00", 1_795_190_565, 0, "2026-11-20T16:02:45Z"),
            ("2026-11-20T10:32:45.5-05:30", 1_795_190_565, 500_000_000, "2026-11-20T16:02:45.500Z"),
            ("2026-11-21T00:00:00+23:59", 1_795_132_860, 0, "2026-11-20T00:01:00Z"),
            ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999, "1969-12-31T23:59:59.999999999Z"),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0, "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
            ("2000-02-29T00:00:00Z", 951_782_400, 0, "2000-02-29T00:00:00Z"),
        ] as [(String, Int64, Int32, String)])
    func forms(text: String, seconds: Int64, nanoseconds: Int32, written: String) throws {
        let time = try #require(Timestamp(text))
        #expect(time == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        #expect(time.text == written)
    }

    @Test(
        "what is no time, or out of range, is refused",
        arguments: [
            "", "2026-11-20", "2026-11-20T16:02:45", "2026-11-20 16:02:45Z", "2026-11-20T16:02Z",
            "2026-11-20T16:02:45.Z", "2026-11-20T16:02:45.1234567890Z", "2026-11-20T16:02:45z", "2026-11-20t16:02:45Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:60Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01", "2026-01-01T00:00:00+0100",
            "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "-001-01-01T00:00:00Z",
            "2026-01-01T00:00:00ZZ", " 2026-01-01T00:00:00Z", "２０２６-01-01T00:00:00Z", "12026-01-01T00:00:00Z",
        ])
    func refused(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test("times are compared as numbers, never as texts")
    func order() {
        #expect(Samples.at("2026-11-20T16:02:45Z") < Samples.at("2026-11-20T16:02:45.1Z"))
        #expect(Samples.at("2026-11-20T16:02:45.10Z") == Samples.at("2026-11-20T16:02:45.100000000Z"))
        #expect(Samples.at("2026-11-20T16:02:45.9Z") > Samples.at("2026-11-20T16:02:45.899999Z"))
        #expect(Samples.at("1969-12-31T23:59:59.9Z") < Samples.at("1970-01-01T00:00:00Z"))
    }

    @Test("milliseconds and microseconds are rounded down, also before 1970")
    func rounding() {
        #expect(Timestamp(milliseconds: -1) == Timestamp(seconds: -1, nanoseconds: 999_000_000))
        #expect(Timestamp(milliseconds: -1000) == Timestamp(seconds: -1))
        #expect(Timestamp(milliseconds: 1500) == Timestamp(seconds: 1, nanoseconds: 500_000_000))
        #expect(Samples.at("1969-12-31T23:59:59.999999999Z").milliseconds == -1)
        #expect(Timestamp(milliseconds: .min) == nil && Timestamp(milliseconds: .max) == nil)
        #expect(
            Samples.at("2026-01-01T00:00:00.123456789Z").roundedToMicroseconds.text == "2026-01-01T00:00:00.123456Z")
        #expect(
            Timestamp(seconds: 0, nanoseconds: 1_000_000_000) == nil && Timestamp(seconds: 0, nanoseconds: -1) == nil)
    }

    @Test("every time is read as what it was written from, and as Foundation reads it")
    func roundTrip() throws {
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let time = Timestamp.random(using: &generator)
            #expect(Timestamp(time.text) == time, "seed \(seed)")
            // Foundation uses the Julian calendar before 1582.
            guard time.seconds > -12_219_292_800 else { continue }
            let whole = time.text.prefix(19) + "Z"
            let date = try Date(String(whole), strategy: .iso8601)
            #expect(Int64(date.timeIntervalSince1970) == time.seconds, "seed \(seed), \(time)")
        }
    }
}
