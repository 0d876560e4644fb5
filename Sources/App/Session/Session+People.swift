import TodoDomain
import TodoKit

extension Session {
    /// The members of all shared lists. Somebody who is in several of them is named as in the first.
    func members() async throws -> [Space.Member] { try await store.spaces().flatMap(\.members) }
}
