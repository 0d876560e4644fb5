import JSON
import TestSupport
import Testing

@Suite("Reading numbers")
struct NumberReadingTests {
    @Test(
        "integers that fit are integers",
        arguments: [
            ("0", 0), ("-0", 0), ("1", 1), ("-1", -1), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9007199254740993", 9_007_199_254_740_993),
        ] as [(String, Int64)])
    func integers(text: String, expected: Int64) throws {
        #expect(try JSONValue(parsing: text) == .integer(expected))
        #expect(try JSONReader.read(text.utf8) { try $0.integer() } == expected)
    }

    @Test(
        "other numbers are the nearest double",
        arguments: [
            ("1.0", 1), ("-0.0", -0.0), ("0.1", 0.1), ("1e2", 100), ("1E+2", 100), ("1e-2", 0.01), ("0e0", 0),
            ("9223372036854775808", 9.223372036854775808e18), ("-9223372036854775809", -9.223372036854775808e18),
            ("18446744073709551616", 18_446_744_073_709_551_616), ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("5e-324", .leastNonzeroMagnitude), ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
            ("0.3000000000000000444089209850062616169452667236328125", 0.30000000000000004),
            ("9007199254740993.0", 9_007_199_254_740_992), ("1e22", 1e22), ("1e23", 1e23),
            ("123456789012345678901234567890", 0x1.8ee90ff6c373ep96),
            ("0.000000000000000000000000000001", 1e-30), ("1e-400", 0), ("0e999999999999999999999", 0),
        ] as [(String, Double)])
    func doubles(text: String, expected: Double) throws {
        let number = try JSONValue(parsing: text)
        guard case .double(let double) = number else {
            Issue.record("\(text) is no double: \(number)")
            return
        }
        #expect(double.bitPattern == expected.bitPattern)
        #expect(try JSONReader.read(text.utf8) { try $0.double() }.bitPattern == expected.bitPattern)
    }

    @Test("a number read as a double keeps the sign of zero")
    func negativeZero() throws {
        let zero = try JSONReader.read("-0".utf8) { try $0.double() }
        #expect(zero == 0 && zero.sign == .minus)
    }

    @Test(
        "an integer may be written with a point or an exponent",
        arguments: [
            ("12.0", 12), ("1.2e1", 12), ("120e-1", 12), ("-1.20e2", -120), ("0e999999999999", 0), ("0.000", 0),
            ("9007199254740993.0", 9_007_199_254_740_993), ("922337203685477580.7e1", .max),
            ("-922337203685477580.8e1", .min),
        ] as [(String, Int64)])
    func integral(text: String, expected: Int64) throws {
        #expect(try JSONReader.read(text.utf8) { try $0.integer() } == expected)
    }

    @Test(
        "a fraction or too great a number is no integer",
        arguments: [
            "1.5", "1e-1", "9223372036854775808", "-9223372036854775809", "9223372036854775808.0", "1e19",
            "1e999999999",
            "1e-999999999", "9007199254740993.5", "100000000000000000000e-5", "9223372036854775807.0",
        ])
    func notIntegral(text: String) {
        #expect(throws: JSONError.self) { try JSONReader.read(text.utf8) { try $0.integer() } }
    }

    @Test(
        "what is no number of RFC 8259 is refused",
        arguments: [
            "+1", "01", "-01", "00", "-", ".5", "1.", "1.e1", "1e", "1e+", "1e-", "0x10", "NaN", "Infinity",
            "-Infinity",
            "1_000", "1,0", "--1", "1 2", "1e400", "-1e400", "1e99999999999999999999", "１",
        ])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(throws: JSONError.self) { try JSONReader.read(text.utf8) { try $0.skip() } }
    }

    @Test("every double is read as what it was written from")
    func roundTrip() throws {
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            var writer = JSONWriter()
            writer.double(double)
            let read = try JSONReader.read(writer.bytes) { try $0.double() }
            #expect(read.bitPattern == double.bitPattern, "seed \(seed)")
        }
    }

    @Test("short decimals are read as the standard library reads them")
    func decimals() throws {
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let digits = UInt64.random(in: 0..<(1 << UInt64.random(in: 1...60, using: &generator)), using: &generator)
            let text = "\(digits).\(generator.next() % 1000)e\(Int.random(in: -30...30, using: &generator))"
            #expect(try JSONReader.read(text.utf8) { try $0.double() } == Double(text), "seed \(seed), \(text)")
        }
    }
}
