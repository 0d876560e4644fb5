import Basics
import FirestoreWire
import Foundation

/// Authenticates clients by the tokens of accounts. An administrator may do everything. A user may do what
/// ``SpaceRules`` allow: in the space of that name, and in those whose heads name the user as a member.
package final class AccountAccess: Access {
    /// A cached account.
    private struct Known {
        let account: Account
        let since: ContinuousClock.Instant
    }

    /// How long an account is cached: a removed account or a revoked token stays valid at most this long.
    private static let freshness: Duration = .milliseconds(500)
    private static let maximumKnown = 10_000

    private let store: DocumentStore
    private let limits: Limits
    private let failures: TokenBuckets<ClientAddress>
    private let known = Locked<[String: Known]>([:])

    /// The access of the accounts in `store`.
    package init(_ store: DocumentStore, limits: Limits) {
        self.store = store
        self.limits = limits
        failures = TokenBuckets(limits.failuresPerAddress)
    }

    /// The administrator or user that the token belongs to.
    package func principal(authorization: String?, from address: ClientAddress) async throws -> Principal {
        guard let authorization else { throw Self.unauthenticated }
        let isBearer = authorization.prefix(7).lowercased() == "bearer "
        let token = isBearer ? AccessToken(authorization.dropFirst(7)) : nil
        // A lookup costs no more than a refusal, and clients with a valid token may share an address with clients
        // without one.
        if let token, let account = try fresh(token.id) ?? find(token.id), token.matches(account.tokenHash) {
            return Principal(account)
        }
        if let delay = failures.take(address) {
            throw Status(.resourceExhausted, "Too many requests without a valid token; wait.", retryDelay: delay)
        }
        throw Self.unauthenticated
    }

    /// Allows everything to the administrator, and what the rules say to a user.
    package func require(_ operation: Operation, by principal: Principal) throws {
        guard principal != .administrator else { return }
        let time = store.clock.machineTime ?? DocumentStore.machineTime()
        try SpaceRules(user: principal.id).require(operation, at: Timestamp(stored: time), stored: store.fields(of:))
    }

    /// The rules and the quotas, except for the administrator.
    package func judge(of principal: Principal) -> Judge? {
        guard principal != .administrator else { return nil }
        let rules = SpaceRules(user: principal.id)
        return Judge(review: { try rules.review($0, at: $1, stored: $2) }, quotas: UserQuotas(of: principal.id, limits))
    }

    /// Looks up each token again.
    package func forgetTokens() { known.withLock { $0 = [:] } }

    private func fresh(_ tokenID: String) -> Account? {
        known.withLock { known in
            known[tokenID].flatMap { .now - $0.since < Self.freshness ? $0.account : nil }
        }
    }

    private func find(_ tokenID: String) throws -> Account? {
        let since = ContinuousClock.now
        let account = try store.accounts.find(tokenID: tokenID)
        known.withLock { known in
            if known.count >= Self.maximumKnown { known = [:] }
            known[tokenID] = account.map { Known(account: $0, since: since) }
        }
        return account
    }

    private static var unauthenticated: Status {
        Status(.unauthenticated, "Request had invalid authentication credentials. Send a valid token of this server.")
    }
}

extension Principal {
    fileprivate init(_ account: Account) {
        self = account.isAdmin ? .administrator : Principal(id: account.name)
    }
}
