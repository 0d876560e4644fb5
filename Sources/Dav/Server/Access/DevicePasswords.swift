import Basics
public import Foundation
import JSON
import TodoKit
import TodoNetwork

/// The passwords by which devices read and change to-dos: one for each, so that one that is lost is shut out alone.
///
/// They are kept in a file of their own, which only its owner can read, as hashes: they are random, so that a quick hash is enough.
public struct DevicePasswords: Sendable {
    /// Where they are.
    public let path: String

    /// The file at a path, which need not exist yet.
    public init(path: String) { self.path = path }

    /// The file beside a database.
    public init(beside database: String) { path = database + ".dav-passwords" }

    /// A password, without itself.
    public struct Entry: Hashable, Sendable {
        /// Identifies it, also among earlier ones of the same name.
        public let id: String
        /// The name of the device.
        public let name: String
        /// When it was made.
        public let createdAt: Date
        let salt: String
        let hash: String
    }

    /// The most devices.
    public static let most = 100
    /// The longest name of a device in characters.
    public static let longestName = 60

    /// All of them, in the order in which they were made.
    /// - Throws: ``TodoError`` with code `cannot-open` if the file cannot be used.
    public var entries: [Entry] {
        get throws {
            let unusable = TodoError(.cannotOpen, "The passwords in \(path) cannot be used; move the file away.")
            let text: String?
            do { text = try SecretFile(path: path).read()?.revealed } catch { throw unusable }
            guard let text else { return [] }
            guard case .array(let array)? = try? JSONValue(parsing: Array(text.utf8))["passwords"] else {
                throw unusable
            }
            return try array.map { value in
                guard let id = value["id"]?.string, let name = value["name"]?.string, let salt = value["salt"]?.string,
                    let hash = value["hash"]?.string,
                    let created = value["created"]?.string.flatMap(Date.init(rfc3339:))
                else { throw unusable }
                return Entry(id: id, name: name, createdAt: created, salt: salt, hash: hash)
            }
        }
    }

    /// Makes a password for a device.
    /// - Returns: the password: 5 groups of 4 characters, which are shown once.
    /// - Throws: ``TodoError``: `bad-input` for a name that is not valid or taken, `cannot-open` for the file.
    public func add(_ name: String, now: Date) throws -> String {
        guard (1...Self.longestName).contains(name.count), !name.unicodeScalars.contains(where: { $0.value < 0x20 })
        else {
            throw TodoError(
                .badInput, "The name of a device has 1 to \(Self.longestName) characters on one line.",
                effect: .nothingChanged)
        }
        return try changing { entries in
            guard !entries.contains(where: { $0.name == name }) else {
                throw TodoError(
                    .badInput, "There is a password for “\(name)” already; revoke it, or choose another name.",
                    effect: .nothingChanged)
            }
            guard entries.count < Self.most else {
                throw TodoError(
                    .badInput, "There are at most \(Self.most) passwords; revoke one.", effect: .nothingChanged)
            }
            let password = Self.make()
            let salt = Secrets.hex(Randomness.bytes(16))
            entries.append(
                Entry(
                    id: Secrets.hex(Randomness.bytes(8)), name: name, createdAt: now, salt: salt,
                    hash: Self.hash(password, salt: salt)))
            return password
        }
    }

    /// Shuts a device out.
    /// - Throws: ``TodoError``: `not-found` for a name that no password has, `cannot-open` for the file.
    public func revoke(_ name: String) throws {
        try changing { entries in
            guard let index = entries.firstIndex(where: { $0.name == name }) else {
                throw TodoError(
                    .notFound, "There is no password for “\(name)”; `todo dav password list` shows them.",
                    effect: .nothingChanged)
            }
            entries.remove(at: index)
        }
    }

    /// The entry whose password this is; nil if there is none. Groups may be typed without hyphens, and in capitals.
    func entry(for password: String) throws -> Entry? {
        guard password.utf8.count <= 100 else { return nil }
        let typed = Self.normal(password)
        var found: Entry?
        // Compares with every entry, so that the time taken does not tell which one matched.
        for entry in try entries where Secrets.areEqual(Self.hash(typed, salt: entry.salt), entry.hash) {
            found = entry
        }
        return found
    }

    private func changing<Result>(_ change: (inout [Entry]) throws -> Result) throws -> Result {
        do { try FileSync.making((path as NSString).deletingLastPathComponent) {} } catch {}
        guard let lock = try? FileLock(path: path + "-lock") else {
            throw TodoError(.locked, "The passwords are being changed just now; try again.", effect: .nothingChanged)
        }
        defer { withExtendedLifetime(lock) {} }
        var all = try entries
        let result = try change(&all)
        let values = all.map {
            JSONValue.object([
                "id": .string($0.id), "name": .string($0.name), "salt": .string($0.salt), "hash": .string($0.hash),
                "created": .string($0.createdAt.rfc3339),
            ])
        }
        do {
            try SecretFile(path: path).write(.init(JSONValue.object(["passwords": .array(values)]).canonicalJSON))
        } catch {
            throw TodoError(.cannotOpen, "The passwords cannot be written to \(path).", underlying: error)
        }
        return result
    }

    // Without letters that look like digits.
    private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

    private static func make() -> String {
        let letters = Randomness.bytes(20).map { alphabet[Int($0) % alphabet.count] }
        return stride(from: 0, to: 20, by: 4).map { String(decoding: letters[$0..<$0 + 4], as: UTF8.self) }
            .joined(separator: "-")
    }

    private static func normal(_ password: String) -> String { password.lowercased().filter { $0 != "-" && $0 != " " } }

    private static func hash(_ password: String, salt: String) -> String {
        Secrets.hex(SHA256.digest(Array((salt + normal(password)).utf8)))
    }
}
