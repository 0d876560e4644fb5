/// Turns UTF-16 into UTF-8, piece by piece.
struct UTF16Bytes {
    private let isBigEndian: Bool
    /// The bytes and the surrogate whose other half has not come yet.
    private var left: [UInt8] = []

    /// The order that a byte order mark shows; nil if these bytes are not a mark.
    init?(mark first: UInt8, _ second: UInt8) {
        guard (first, second) == (0xFE, 0xFF) || (first, second) == (0xFF, 0xFE) else { return nil }
        isBigEndian = first == 0xFE
    }

    /// The UTF-8 of the next bytes. Halves that stay alone become U+FFFD.
    mutating func decoded(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        let all = left + bytes
        var units: [UInt16] = []
        units.reserveCapacity(all.count / 2)
        for index in stride(from: 0, to: all.count - 1, by: 2) {
            let (high, low) = isBigEndian ? (all[index], all[index + 1]) : (all[index + 1], all[index])
            units.append(UInt16(high) << 8 | UInt16(low))
        }
        left = all.count % 2 == 0 ? [] : [all[all.count - 1]]
        if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) {
            units.removeLast()
            left = Array(all[(units.count * 2)...])
        }
        var text = Array(String(decoding: units, as: UTF16.self).utf8)
        if isLast, !left.isEmpty {
            left = []
            text += Array("\u{FFFD}".utf8)
        }
        return text
    }
}
