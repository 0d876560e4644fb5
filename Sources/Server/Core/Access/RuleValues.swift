import FirestoreWire

extension Value {
    /// The number plus one; nil if there is no such number.
    var successor: Value? {
        switch self {
        case .integer(let value) where value < .max: .integer(value + 1)
        case .double(let value): .double(value + 1)
        default: nil
        }
    }

    fileprivate var isNaN: Bool {
        if case .double(let number) = self { number.isNaN } else { false }
    }

    fileprivate var isComparable: Bool { !isNaN }
}

extension Value? {
    /// `==` of the rules language: a missing field equals nothing, NaN does not even equal itself, and `1` equals
    /// `1.0`.
    func equals(_ other: Value) -> Bool {
        guard let self, self.isComparable, other.isComparable else { return false }
        return self.isEquivalent(to: other)
    }

    /// `>=` of the rules language, which only orders numbers, texts, bytes and times.
    func isAtLeast(_ other: Value?) -> Bool {
        guard let self, let other, self.isComparable, other.isComparable else { return false }
        switch (self, other) {
        case (.integer, .integer), (.integer, .double), (.double, .integer), (.double, .double), (.string, .string),
            (.bytes, .bytes), (.timestamp, .timestamp):
            return self.compare(other) != .before
        default: return false
        }
    }

    /// `>` of the rules language.
    func isGreater(than other: Value?) -> Bool {
        guard let other else { return false }
        return isAtLeast(other) && !equals(other)
    }
}

extension String {
    /// Whether it can be the id of a record: 1 to 64 letters, digits, `_` and `-`.
    var isRecordID: Bool {
        1...64 ~= utf8.count
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension Status {
    /// The answer to all that the rules do not allow.
    static var denied: Status { Status(.permissionDenied, "Missing or insufficient permissions.") }
}
