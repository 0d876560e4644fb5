import TodoKit
import TodoNetwork

/// Hands a link to a server that is running already: both can read the same file, which nobody else can.
public struct LinkFile: Sendable {
    /// Where it is.
    public let path: String

    /// The file at a path, which need not exist.
    public init(path: String) { self.path = path }

    /// A new link to the server at an address.
    /// - Throws: ``TodoError`` with code `cannot-open` if the file cannot be written.
    public func makeLink(at url: String) throws -> String {
        let secret = Secrets.make()
        do {
            try SecretFile(path: path).write(.init(Secrets.hash(secret)))
        } catch {
            throw TodoError(.cannotOpen, "The file \(path) cannot be written.", underlying: error)
        }
        return "\(url)/in/\(secret)"
    }

    /// Whether it has this secret, which it then has no longer.
    func take(_ hash: String) -> Bool {
        let file = SecretFile(path: path)
        guard let kept = try? file.read()?.revealed, Secrets.areEqual(kept, hash) else { return false }
        try? file.remove()
        return true
    }
}
