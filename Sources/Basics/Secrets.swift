/// Makes random texts that cannot be guessed, and the hashes that are stored of them.
package enum Secrets {
    /// 256 bits of the system's randomness, as 64 hexadecimal digits.
    package static func make() -> String { hex(Randomness.bytes(32)) }

    /// The SHA-256 of a secret, as hexadecimal digits.
    package static func hash(_ secret: String) -> String {
        hex(SHA256.digest(secret.utf8))
    }

    /// Compares two texts in a time that does not depend on where they differ.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        areEqual(Array(left.utf8), Array(right.utf8))
    }

    /// The same for bytes.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
