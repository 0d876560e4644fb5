public import Foundation

extension UUID {
    /// The name-based UUID, version 5 (RFC 9562, section 5.5): equal namespaces and names give equal ids.
    public init(namespace: UUID, name: String) {
        var digest = withUnsafeBytes(of: namespace.uuid) { sha1(Array($0) + Array(name.utf8)) }
        digest[6] = digest[6] & 0x0F | 0x50
        digest[8] = digest[8] & 0x3F | 0x80
        self.init(
            uuid: (
                digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7], digest[8],
                digest[9], digest[10], digest[11], digest[12], digest[13], digest[14], digest[15]
            ))
    }
}

/// SHA-1 (RFC 3174), which UUID version 5 prescribes; nothing here depends on its security. A cryptography package
/// would be the only dependency of the domain.
func sha1(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += withUnsafeBytes(of: UInt64(message.count * 8).bigEndian, Array.init)

    var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for block in stride(from: 0, to: padded.count, by: 64) {
        var words = stride(from: block, to: block + 64, by: 4).map { start in
            padded[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append((words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]).rotated(by: 1))
        }
        var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
        for (index, word) in words.enumerated() {
            let (mix, constant): (UInt32, UInt32) =
                switch index {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = a.rotated(by: 5) &+ mix &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, b.rotated(by: 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { hash[index] &+= value }
    }
    return hash.flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
}

extension UInt32 {
    fileprivate func rotated(by bits: UInt32) -> UInt32 { self << bits | self >> (32 - bits) }
}
