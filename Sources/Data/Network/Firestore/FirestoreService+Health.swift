import FirestoreWire

extension FirestoreService {
    /// Asks a `todo-server` whether it can store what it is sent. Other servers are not asked.
    /// - Returns: What is wrong, in the server's words of one line; nil if nothing is, or the server does not say.
    /// - Throws: ``FirestoreError`` if the server is not reached.
    public func trouble() async throws -> String? {
        // Google's servers, which have no such path, have no change feed either.
        guard changeFeed != nil else { return nil }
        do {
            try await perform(.health) { _ = try await $0.collect(upTo: 1 << 10) }
            return nil
        } catch FirestoreError.status(let status) where status.code == .unavailable {
            return status.message.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? String(status.message.prefix(200)) : ""
        } catch FirestoreError.status {
            // A proxy that lets nobody ask.
            return nil
        }
    }
}
