import FirestoreWire

extension FirestoreService {
    /// Asks a `todo-server` whether it can store data. Other servers are not asked.
    /// - Returns: The problem, as one line in the server's words; nil if there is none, or the server does not say.
    /// - Throws: `FirestoreError` if the server cannot be reached.
    package func trouble() async throws -> String? {
        // Google's servers, which have no such path, do not have a change feed either.
        guard changeFeed != nil else { return nil }
        do {
            try await perform(.health) { _ = try await $0.collect(upTo: 1 << 10) }
            return nil
        } catch FirestoreError.status(let status) where status.code == .unavailable {
            return status.message.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? String(status.message.prefix(200)) : ""
        } catch FirestoreError.status {
            // A proxy does not allow the request.
            return nil
        }
    }
}
