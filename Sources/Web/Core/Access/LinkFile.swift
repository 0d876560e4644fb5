import Basics
public import Foundation
import TodoKit
import TodoNetwork

/// Hands a link to a server that is running already: both can read the same file, which nobody else can.
public struct LinkFile: Sendable {
    /// Where it is.
    public let path: String

    /// The file at a path, which need not exist.
    public init(path: String) { self.path = path }

    /// How long a link can be used after it was made.
    static let lifetime: TimeInterval = 15 * 60

    /// A new link to the server at an address.
    /// - Parameter now: the time by the clock of the server, which takes the link for 15 minutes.
    /// - Throws: ``TodoError`` with code `cannot-open` if the file cannot be written.
    public func makeLink(at url: String, now: Date) throws -> String {
        let secret = Secrets.make()
        do {
            try SecretFile(path: path).write(.init("\(Secrets.hash(secret)) \(now.milliseconds)"))
        } catch {
            throw TodoError(.cannotOpen, "The file \(path) cannot be written.", underlying: error)
        }
        return "\(url)/in/\(secret)"
    }

    /// Whether it has this secret, which it then has no longer, and the link is not too old.
    func take(_ hash: String, now: Date) -> Bool {
        guard let kept = try? SecretFile(path: path).read()?.revealed else { return false }
        let parts = kept.split(separator: " ")
        guard let first = parts.first, Secrets.areEqual(String(first), hash) else { return false }
        discard()
        // The age of a link without a time is not known.
        guard parts.count == 2, let made = Int64(parts[1]) else { return false }
        return Self.isFresh(Date(milliseconds: made), now: now)
    }

    /// Forgets the link in it.
    func discard() { try? SecretFile(path: path).remove() }

    /// Whether a link that was made at a time can still be used. One of the future was made before the clock was set back.
    static func isFresh(_ made: Date, now: Date) -> Bool { abs(now.timeIntervalSince(made)) < lifetime }
}
