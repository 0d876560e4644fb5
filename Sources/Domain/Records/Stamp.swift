import Basics

/// When and where a register was last written: the reading of a hybrid logical clock and its device.
///
/// Its text has 20 characters that sort by time: 10 of base32hex for the 50 bits of milliseconds since 1970, 3 for a
/// 15-bit counter, 7 for the 35 bits of the device (docs/sync.md).
public struct Stamp: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z, below 2^50.
    public let milliseconds: Int64
    /// Orders what happens within a millisecond; below 2^15.
    package let counter: Int
    /// The device.
    public let device: DeviceID

    /// A stamp; milliseconds are clamped to 0..<2^50 and the counter to 0..<2^15.
    public init(milliseconds: Int64, counter: Int, device: DeviceID) {
        self.milliseconds = min(max(milliseconds, 0), Self.maximumMilliseconds)
        self.counter = min(max(counter, 0), Self.maximumCounter)
        self.device = device
    }

    /// Earlier than every write: the stamp of a value whose own stamp cannot be.
    package static let oldest = Stamp(milliseconds: 0, counter: 2, device: .shared)

    /// Earlier still: the stamp of a register whose value cannot be. ``unknown`` stands for no stamp at all.
    package static let absent = Stamp(milliseconds: 0, counter: 1, device: .shared)

    static let maximumMilliseconds: Int64 = 1 << 50 - 1
    static let maximumCounter = 1 << 15 - 1

    /// The stamp right after this one, of the device that all share.
    package var next: Stamp {
        counter < Self.maximumCounter
            ? Stamp(milliseconds: milliseconds, counter: counter + 1, device: .shared)
            : Stamp(milliseconds: milliseconds + 1, counter: 0, device: .shared)
    }

    /// The same reading of the clock, of another writer to the same database.
    package func of(_ device: DeviceID) -> Stamp {
        Stamp(milliseconds: milliseconds, counter: counter, device: device)
    }

    /// Earlier stamps come first; the device breaks ties.
    public static func < (left: Stamp, right: Stamp) -> Bool {
        (left.milliseconds, left.counter, left.device) < (right.milliseconds, right.counter, right.device)
    }
}

extension Stamp: LosslessStringConvertible {
    /// The text of 20 characters.
    public var description: String {
        String(unsafeUninitializedCapacity: 20) { buffer in
            base32hex(UInt64(milliseconds), into: buffer.baseAddress, count: 10)
            base32hex(UInt64(counter), into: buffer.baseAddress.map { $0 + 10 }, count: 3)
            base32hex(device.rawValue, into: buffer.baseAddress.map { $0 + 13 }, count: 7)
            return 20
        }
    }

    /// Parses the text of 20 characters; nil for anything else.
    public init?(_ description: String) {
        var description = description
        let parts = description.withUTF8 { digits -> (UInt64, UInt64, UInt64)? in
            guard digits.count == 20, let milliseconds = base32hexValue(digits[0..<10]),
                let counter = base32hexValue(digits[10..<13]), let device = base32hexValue(digits[13...])
            else { return nil }
            return (milliseconds, counter, device)
        }
        guard let (milliseconds, counter, device) = parts else { return nil }
        self.init(milliseconds: Int64(milliseconds), counter: Int(counter), device: DeviceID(rawValue: device))
    }
}

/// Identifies a database file on a device by 35 random bits. A copy of the file gets new ones.
public struct DeviceID: Hashable, Sendable, Comparable, RawRepresentable, CustomStringConvertible {
    /// The 35 bits.
    public let rawValue: UInt64

    /// The lowest 35 bits of a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue & (1 << 35 - 1) }

    /// The device in stamps that every device makes alike, such as those of a file's content.
    public static let shared = DeviceID(rawValue: 0)

    /// A random device.
    public static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
        DeviceID(rawValue: UInt64.random(in: 0..<1 << 35, using: &generator))
    }

    /// The id with which a program that calls itself so, such as an assistant, writes to this database: always the same one.
    /// The program's stamps come from the database's clock, so that no two of them have the same time and counter.
    package func acting(as name: String) -> DeviceID {
        let bits = SHA256.digest("\(self)/\(name)".utf8).prefix(5).reduce(0) { $0 << 8 | UInt64($1) }
        let device = DeviceID(rawValue: bits)
        return device == .shared ? DeviceID(rawValue: 1) : device
    }

    /// The 7 characters that represent it in a stamp.
    public var description: String {
        String(unsafeUninitializedCapacity: 7) { buffer in
            base32hex(rawValue, into: buffer.baseAddress, count: 7)
            return 7
        }
    }

    /// Parses the 7 characters; nil for anything else.
    public init?(_ description: String) {
        var description = description
        let value = description.withUTF8 { $0.count == 7 ? base32hexValue($0[...]) : nil }
        guard let value else { return nil }
        self.init(rawValue: value)
    }

    /// Devices are ordered by their bits.
    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }
}

private func base32hex(_ value: UInt64, into digits: UnsafeMutablePointer<UInt8>?, count: Int) {
    guard let digits else { return }
    for index in 0..<count {
        let digit = UInt8(truncatingIfNeeded: value >> (5 * UInt64(count - 1 - index))) & 31
        digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}

private func base32hexValue(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 5 | UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "v"): value = value << 5 | UInt64(digit - UInt8(ascii: "a") + 10)
        default: return nil
        }
    }
    return value
}
