extension JSONReader {
    /// Reads a number: an integer if it is written as one and fits, a double otherwise.
    public mutating func number() throws -> JSONValue {
        let scanned = try scanNumber()
        if let integer = scanned.integer { return .integer(integer) }
        guard !scanned.isInteger || !refusesRounding else {
            throw JSONError("expected a number of at most 64 bits with a sign", at: scanned.start)
        }
        return .double(try double(scanned))
    }

    /// Reads any number as the nearest double; `-0` keeps its sign.
    /// - Throws: ``JSONError`` if it is beyond the range of finite doubles.
    public mutating func double() throws -> Double {
        try double(try scanNumber())
    }

    /// Reads a number whose value is an integer, however it is written (`12`, `12.0`, `1.2e1`).
    /// - Throws: ``JSONError`` if it has a fraction, does not fit, or has more digits than 64 bits hold.
    public mutating func integer() throws -> Int64 {
        let scanned = try scanNumber()
        guard let integer = scanned.exactInteger else {
            throw JSONError("expected a 64-bit integer", at: scanned.start)
        }
        return integer
    }
}

extension JSONReader {
    private struct ScannedNumber {
        var start: Int
        var isNegative = false
        /// Whether it has neither a fraction nor an exponent.
        var isInteger = true
        /// All digits before the exponent as one number; meaningless if `overflows`.
        var mantissa: UInt64 = 0
        var overflows = false
        /// The power of ten to multiply `mantissa` by.
        var exponent = 0

        /// The value of a number that is written as an integer and fits.
        var integer: Int64? { isInteger ? exactInteger : nil }

        /// The value if it is an integer that fits, without conversion to a double, which would round it.
        var exactInteger: Int64? {
            guard !overflows else { return nil }
            guard mantissa != 0 else { return 0 }
            var magnitude = mantissa
            // Takes few rounds even for a large exponent: unless it is 0, it soon overflows or leaves a remainder.
            for _ in 0..<abs(exponent) {
                if exponent > 0 {
                    let (product, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
                    guard !overflowed else { return nil }
                    magnitude = product
                } else {
                    guard magnitude.isMultiple(of: 10) else { return nil }
                    magnitude /= 10
                }
            }
            if isNegative { return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
            return Int64(exactly: magnitude)
        }
    }

    private mutating func scanNumber() throws -> ScannedNumber {
        _ = try nextByte()
        var scanned = ScannedNumber(start: offset)
        if peekByte() == UInt8(ascii: "-") {
            scanned.isNegative = true
            offset += 1
        }
        let firstDigit = peekByte()
        let digits = scanDigits(into: &scanned)
        guard digits > 0 else { throw fault("expected a number") }
        guard digits == 1 || firstDigit != UInt8(ascii: "0") else { throw fault("number with a leading zero") }
        if peekByte() == UInt8(ascii: ".") {
            scanned.isInteger = false
            offset += 1
            let digits = scanDigits(into: &scanned)
            guard digits > 0 else { throw fault("number without a digit after its point") }
            scanned.exponent = -digits
        }
        if let byte = peekByte(), byte | 0x20 == UInt8(ascii: "e") {
            scanned.isInteger = false
            offset += 1
            let isNegative = peekByte() == UInt8(ascii: "-")
            if isNegative || peekByte() == UInt8(ascii: "+") { offset += 1 }
            var exponent = ScannedNumber(start: offset)
            guard scanDigits(into: &exponent) > 0 else { throw fault("number without a digit in its exponent") }
            // Too large for an Int: far beyond any double, and not handled by the exact path below.
            let magnitude = exponent.overflows ? Int(Int32.max) : Int(min(exponent.mantissa, UInt64(Int32.max)))
            scanned.exponent += isNegative ? -magnitude : magnitude
        }
        return scanned
    }

    @inline(__always)
    private mutating func scanDigits(into scanned: inout ScannedNumber) -> Int {
        let start = offset
        while offset < bytes.count {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            let (product, overflowed) = scanned.mantissa.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
            scanned.mantissa = sum
            scanned.overflows = scanned.overflows || overflowed || carried
            offset += 1
        }
        return offset - start
    }

    private func double(_ scanned: ScannedNumber) throws -> Double {
        // Digits and power of ten are both exact doubles, so a single rounding results in the nearest double.
        if !scanned.overflows, scanned.mantissa <= 1 << 53, -22...22 ~= scanned.exponent {
            let digits = Double(scanned.mantissa)
            let magnitude =
                scanned.exponent < 0
                ? digits / powersOfTen[-scanned.exponent] : digits * powersOfTen[scanned.exponent]
            return scanned.isNegative ? -magnitude : magnitude
        }
        let text = String(decoding: bytes[scanned.start..<offset], as: UTF8.self)
        guard let double = Double(text), double.isFinite else {
            throw JSONError("number out of range", at: scanned.start)
        }
        return double
    }
}

/// The powers of ten that a double represents exactly.
private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
]
