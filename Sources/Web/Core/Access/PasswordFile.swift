import Basics
import Foundation
import JSON
import TodoKit
import TodoNetwork

/// A password, kept as its hash in a file that only its owner can read.
public struct PasswordFile: Sendable {
    /// Where it is.
    public let path: String

    /// The file at a path, which need not exist yet.
    public init(path: String) { self.path = path }

    /// The shortest password that is taken.
    public static let shortest = 10

    /// Replaces the password.
    /// - Throws: ``TodoError``: `bad-input` if it is too short or too long, `cannot-open` if it cannot be written.
    public func set(_ password: String) throws {
        // Normalization can make a text longer, but not by this factor.
        guard password.count >= Self.shortest, password.utf8.count <= PasswordHash.longest else {
            throw TodoError(
                .badInput,
                "A password has at least \(Self.shortest) characters and at most \(PasswordHash.longest) bytes.",
                effect: .nothingChanged)
        }
        let text = JSONValue.object(["hash": .string(try PasswordHash.make(password))]).canonicalJSON
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

    /// A text that is different for each password, and each time one is set; empty if none is set. It reveals nothing of the
    /// password.
    /// - Throws: ``TodoError`` with code `cannot-open` if the file cannot be used.
    var version: String { get throws { try stored().map(Secrets.hash) ?? "" } }

    /// Whether this is the password; false if no password is set.
    /// - Throws: ``TodoError`` with code `cannot-open` if the file cannot be used.
    func matches(_ password: String) throws -> Bool {
        guard let stored = try stored() else { return false }
        return try PasswordHash.matches(password, stored)
    }

    private func stored() throws -> String? {
        let unusable = TodoError(.cannotOpen, "The password in \(path) cannot be used; set it again.")
        let text: String?
        do { text = try SecretFile(path: path).read()?.revealed } catch { throw unusable }
        guard let text else { return nil }
        guard let hash = try? JSONValue(parsing: Array(text.utf8))["hash"]?.string, PasswordHash.isKnown(hash) else {
            throw unusable
        }
        return hash
    }
}
