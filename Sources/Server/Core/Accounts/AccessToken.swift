import Basics
import Foundation

/// A client's token: `todo_{id}_{secret}`. The id finds the account. Only the client knows the secret of 256 random
/// bits; the server stores its SHA-256. A slow hash is only needed for passwords that people choose: 256 bits cannot be
/// guessed.
package struct AccessToken: Sendable {
    /// The part that is not secret: 16 hexadecimal digits.
    let id: String
    private let secret: [UInt8]

    /// A new token.
    init() {
        id = Secrets.hex(Randomness.bytes(8))
        secret = Randomness.bytes(32)
    }

    /// Parses a token; nil if the text is not one.
    init?(_ text: some StringProtocol) {
        // Byte by byte, since this happens for each request.
        let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("todo".utf8), parts[1].count == 16, Self.bytes(parts[1]) != nil,
            let secret = Self.bytes(parts[2]), secret.count == 32
        else { return nil }
        id = String(decoding: parts[1], as: UTF8.self)
        self.secret = secret
    }

    /// The complete token: shown once, never logged.
    package var text: String { "todo_\(id)_\(Secrets.hex(secret))" }

    /// The stored hash of the secret.
    var hash: Data { Data(SHA256.digest(secret)) }

    /// Whether `hash` is the hash of the secret, compared in constant time.
    func matches(_ hash: Data) -> Bool { Secrets.areEqual(SHA256.digest(secret), Array(hash)) }

    /// Parses lower-case hexadecimal digits.
    private static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }
}
