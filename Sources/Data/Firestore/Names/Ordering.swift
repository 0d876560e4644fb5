/// The result of a comparison.
public enum Ordering: Sendable {
    /// The first value comes before the second.
    case before
    /// The values are equal in order.
    case same
    /// The first value comes after the second.
    case after

    /// The order of two comparable values.
    init<T: Comparable>(_ left: T, _ right: T) {
        self = left < right ? .before : left > right ? .after : .same
    }

    /// The reversed order, for a descending sort.
    public var reversed: Ordering {
        switch self {
        case .before: .after
        case .same: .same
        case .after: .before
        }
    }

    /// This order, or the next one if this one is ``same``.
    func then(_ next: @autoclosure () -> Ordering) -> Ordering {
        self == .same ? next() : self
    }
}

extension Ordering {
    /// The order of two texts by their UTF-8 bytes, which is also that of their code points.
    static func bytes(_ left: String, _ right: String) -> Ordering {
        withBytes(left, right) { bytes($0, $1) } ?? bytes(Array(left.utf8), Array(right.utf8))
    }

    static func bytes<Bytes: RandomAccessCollection>(
        _ left: Bytes, _ right: Bytes
    ) -> Ordering where Bytes.Element == UInt8, Bytes.Index == Int {
        for offset in 0..<min(left.count, right.count) {
            let (a, b) = (left[left.startIndex + offset], right[right.startIndex + offset])
            if a != b { return a < b ? .before : .after }
        }
        return Ordering(left.count, right.count)
    }

    /// Whether two texts have the same bytes; Swift's `==` also accepts canonically equivalent ones.
    package static func sameBytes(_ left: String, _ right: String) -> Bool {
        withBytes(left, right) { a, b in
            guard a.count == b.count else { return false }
            for index in 0..<a.count where a[index] != b[index] { return false }
            return true
        } ?? left.utf8.elementsEqual(right.utf8)
    }

    private static func withBytes<T>(
        _ left: String, _ right: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> T
    ) -> T? {
        left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in body(left, right) }
        } ?? nil
    }
}
