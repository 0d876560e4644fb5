import Foundation
import Testing
import TodoDomain

@Suite("A name-based UUID")
struct NameBasedUUIDTests {
    static let dns = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"

    @Test("is that of the example in RFC 9562, appendix A.4")
    func example() throws {
        let namespace = try #require(UUID(uuidString: Self.dns))
        #expect(
            UUID(namespace: namespace, name: "www.example.com").uuidString == "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
    }

    /// The messages of RFC 3174, section 7.3, with their first 16 bytes given as the namespace.
    @Test(
        "begins with the SHA-1 of namespace and name",
        arguments: [
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983E44-1C3B-D26E-BAAE-4AA1F95129E5"),
            ("a", 1_000_000, "34AA973C-D4C4-DAA4-F61E-EB2BDBAD2731"),
            (
                "0123456701234567012345670123456701234567012345670123456701234567", 10,
                "DEA356A2-CDDD-90C7-A7EC-EDC5EBB56393"
            ),
        ])
    func secureHash(text: String, times: Int, digest: String) throws {
        let message = Array(String(repeating: text, count: times).utf8)
        let namespace = NSUUID(uuidBytes: Array(message.prefix(16))) as UUID
        let name = String(decoding: message.dropFirst(16), as: UTF8.self)
        var expected = try #require(UUID(uuidString: digest)).uuid
        expected.6 = expected.6 & 0x0F | 0x50
        expected.8 = expected.8 & 0x3F | 0x80
        #expect(UUID(namespace: namespace, name: name) == UUID(uuid: expected))
    }

    /// Made with Python's `uuid.uuid5`, around the length at which the padding needs another block.
    @Test(
        "is the same as elsewhere for names of every length of padding",
        arguments: [
            (0, "4EBD0208-8328-5D69-8C44-EC50939C0967"),
            (1, "EBFE0AF8-3997-5ADE-B634-BA92CF69F557"),
            (19, "C47DF12A-14AF-5990-BA47-29E0432FED37"),
            (20, "0C00213E-C6BE-54C4-9C4A-41D4AD37AC9B"),
            (23, "4FF18D6F-A299-52A9-96CD-514E2D9DA9F8"),
            (24, "F25F9209-0B0F-53E9-8B89-9872FD4F4807"),
            (25, "9AA51925-9DCD-5BE0-A4EA-9F0E54626ED4"),
            (51, "DF08552F-585F-55BE-A2DB-659330DAB28D"),
            (52, "02F99E4F-E21B-5018-A98C-F1F969AAC468"),
            (56, "89BD5615-187C-54A4-A364-811E9EE85AA0"),
        ])
    func padding(length: Int, expected: String) throws {
        let namespace = try #require(UUID(uuidString: Self.dns))
        #expect(UUID(namespace: namespace, name: String(repeating: "é", count: length)).uuidString == expected)
    }
}
