import Basics
import Foundation
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    private static func text(of digest: [UInt8]) -> String { digest.map { String(format: "%02x", $0) }.joined() }

    @Test(
        "NIST's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
                    + "nopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func examples(message: String, digest: String) {
        var hash = SHA256()
        hash.update(message.utf8)
        #expect(Self.text(of: hash.finalize()) == digest)
    }

    // Compared with another program's: the digest of the digests of the first n bytes of 0, 1, 2, …
    @Test("every length around the ends of blocks, in pieces")
    func lengths() {
        var all = SHA256()
        for count in 0..<200 {
            var hash = SHA256()
            let bytes = (0..<count).map { UInt8($0) }
            hash.update(bytes.prefix(count / 3))
            hash.update(bytes.dropFirst(count / 3))
            all.update(hash.finalize())
        }
        #expect(Self.text(of: all.finalize()) == "ba7b0fcea7d10c06b855b43d2b4dce1e3e842fff6be0acefb0faf4f2dd05bb47")
    }
}
