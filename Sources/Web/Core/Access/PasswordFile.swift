import Basics
import CryptoExtras
import Foundation
import JSON
import TodoKit
import TodoNetwork

/// A password, kept as its scrypt hash in a file that only its owner can read.
public struct PasswordFile: Sendable {
    /// Where it is.
    public let path: String

    /// The file at a path, which need not exist yet.
    public init(path: String) { self.path = path }

    /// The shortest password that is taken.
    public static let shortest = 10
    /// The longest password that is looked at.
    static let longest = 1024

    // What OWASP recommends for scrypt: 128 MiB and about half a second for each guess. The parameters are kept with the
    // hash, and none are taken that need more.
    private static let rounds = 1 << 17
    private static let blockSize = 8

    /// Replaces the password.
    /// - Throws: ``TodoError``: `bad-input` if it is too short or too long, `cannot-open` if it cannot be written.
    public func set(_ password: String) throws {
        guard password.count >= Self.shortest, password.utf8.count <= Self.longest else {
            throw TodoError(
                .badInput, "A password has at least \(Self.shortest) characters and at most \(Self.longest) bytes.",
                effect: .nothingChanged)
        }
        let salt = Randomness.bytes(16)
        let hash = try Self.hash(password, salt: salt, rounds: Self.rounds)
        let text = JSONValue.object([
            "scrypt": .string(Secrets.hex(hash)), "salt": .string(Secrets.hex(salt)),
            "rounds": .integer(Int64(Self.rounds)),
        ]).canonicalJSON
        do {
            let folder = (path as NSString).deletingLastPathComponent
            try FileSync.making(folder) {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            try SecretFile(path: path).write(.init(text))
        } catch {
            throw TodoError(.cannotOpen, "The password cannot be written to \(path).", underlying: error)
        }
    }

    /// Whether there is a password.
    /// - Throws: ``TodoError`` with code `cannot-open` if the file cannot be used.
    public var isSet: Bool { get throws { try stored() != nil } }

    /// What tells this password from others, also from the same one set again; empty if there is none. Nothing of the password
    /// follows from it.
    /// - Throws: ``TodoError`` with code `cannot-open` if the file cannot be used.
    var version: String { get throws { try stored().map { Secrets.hex($0.salt) } ?? "" } }

    /// Whether this is the password; never if there is none.
    /// - Throws: ``TodoError`` with code `cannot-open` if the file cannot be used.
    func matches(_ password: String) throws -> Bool {
        guard password.utf8.count <= Self.longest, let stored = try stored() else { return false }
        return Secrets.areEqual(try Self.hash(password, salt: stored.salt, rounds: stored.rounds), stored.hash)
    }

    private func stored() throws -> (hash: [UInt8], salt: [UInt8], rounds: Int)? {
        let unusable = TodoError(.cannotOpen, "The password in \(path) cannot be used; set it again.")
        let text: String?
        do { text = try SecretFile(path: path).read()?.revealed } catch { throw unusable }
        guard let text else { return nil }
        guard let value = try? JSONValue(parsing: Array(text.utf8)),
            let hash = value["scrypt"]?.string.flatMap(Self.bytes), hash.count == 32,
            let salt = value["salt"]?.string.flatMap(Self.bytes), salt.count == 16,
            let rounds = value["rounds"]?.integer, 2...Int64(1 << 20) ~= rounds, rounds & (rounds - 1) == 0
        else { throw unusable }
        return (hash, salt, Int(rounds))
    }

    private static func hash(_ password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
        // The same text in another normal form is the same password.
        let bytes = Array(password.precomposedStringWithCompatibilityMapping.utf8)
        let key = try KDF.Scrypt.deriveKey(
            from: bytes, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: blockSize, parallelism: 1)
        return key.withUnsafeBytes { Array($0) }
    }

    private static func bytes(hex text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
