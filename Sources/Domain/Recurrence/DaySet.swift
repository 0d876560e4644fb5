/// A set of days of a week, a month or a year, by their distance from the first one: 0 to 511.
struct DaySet: Hashable, Sendable {
    private var words = SIMD8<UInt64>()

    init() {}

    /// The days of a 64-bit mask.
    init(mask: UInt64) { words[0] = mask }

    var isEmpty: Bool { words == SIMD8() }

    var count: Int {
        var count = 0
        for index in 0..<8 { count += words[index].nonzeroBitCount }
        return count
    }

    /// How many of the days are from `first` through `last`.
    func count(from first: Int, through last: Int) -> Int {
        guard first <= last, last >= 0, first < 512 else { return 0 }
        var clipped = DaySet()
        clipped.insert(max(first, 0)..<min(last, 511) + 1)
        clipped.formIntersection(self)
        return clipped.count
    }

    func contains(_ day: Int) -> Bool { 0..<512 ~= day && words[day >> 6] >> UInt64(day & 63) & 1 == 1 }

    /// The first day at or after `day`.
    func first(from day: Int) -> Int? {
        guard day < 512 else { return nil }
        let day = max(day, 0)
        var word = words[day >> 6] & (.max << UInt64(day & 63))
        for index in day >> 6..<8 {
            if index > day >> 6 { word = words[index] }
            if word != 0 { return index << 6 + word.trailingZeroBitCount }
        }
        return nil
    }

    /// The last day at or before `day`.
    func last(through day: Int) -> Int? {
        guard day >= 0 else { return nil }
        let day = min(day, 511)
        var word = words[day >> 6] & (.max >> UInt64(63 - day & 63))
        for index in stride(from: day >> 6, through: 0, by: -1) {
            if index < day >> 6 { word = words[index] }
            if word != 0 { return index << 6 + 63 - word.leadingZeroBitCount }
        }
        return nil
    }

    /// The day with `offset` days of the set before it.
    func element(at offset: Int) -> Int? {
        guard offset >= 0 else { return nil }
        var rest = offset
        for index in 0..<8 {
            var word = words[index]
            let count = word.nonzeroBitCount
            if rest >= count {
                rest -= count
                continue
            }
            for _ in 0..<rest { word &= word - 1 }
            return index << 6 + word.trailingZeroBitCount
        }
        return nil
    }

    /// Adds a day; ignores one that is out of range.
    mutating func insert(_ day: Int) {
        if 0..<512 ~= day { words[day >> 6] |= 1 << UInt64(day & 63) }
    }

    /// Adds the days of a range within 0..<512.
    mutating func insert(_ range: Range<Int>) {
        for index in range.lowerBound >> 6..<8 where index << 6 < range.upperBound {
            let low = max(range.lowerBound - index << 6, 0)
            let high = min(range.upperBound - index << 6, 64)
            words[index] |= (.max << UInt64(low)) & (.max >> UInt64(64 - high))
        }
    }

    /// Adds the days of a mask whose first bit is the day `offset`; ignores days out of range.
    mutating func insert(mask: UInt64, at offset: Int) {
        guard -63..<512 ~= offset else { return }
        guard offset >= 0 else {
            words[0] |= mask >> UInt64(-offset)
            return
        }
        words[offset >> 6] |= mask << UInt64(offset & 63)
        if offset & 63 > 0, offset >> 6 < 7 { words[offset >> 6 + 1] |= mask >> UInt64(64 - offset & 63) }
    }

    mutating func formIntersection(_ other: DaySet) { words &= other.words }

    /// Keeps the days at some positions: 1 is the first, -1 the last.
    mutating func keep(positions: [Int]) {
        let count = count
        var kept = DaySet()
        for position in positions where position.magnitude <= UInt(count) {
            if let day = element(at: position > 0 ? position - 1 : count + position) { kept.insert(day) }
        }
        self = kept
    }
}
