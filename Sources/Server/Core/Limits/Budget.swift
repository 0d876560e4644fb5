import Basics
import FirestoreWire

/// A limited resource, such as the memory for unread answers. Each user has a share, so that one user cannot use up
/// everything. The total is more than one share but less than the sum of all.
package final class Budget: Sendable {
    /// Why nothing can be taken.
    package enum Refusal: Error, Equatable {
        /// The user's own share is used up.
        case share
        /// The total is used up.
        case total
    }

    private struct State {
        var used = 0
        var peak = 0
        var byUser: [String: Int] = [:]
    }

    /// The limit for all users together.
    package let total: Int
    /// The limit for one user.
    package let share: Int
    private let state = Locked(State())

    /// A budget of `total`, of which each user may take `share`.
    package init(total: Int, share: Int) {
        self.total = total
        self.share = share
    }

    /// How much is taken now.
    package var used: Int { state.withLock { $0.used } }
    /// The most that was ever taken.
    package var peak: Int { state.withLock { $0.peak } }

    /// Takes `amount` for `user`, to be returned with ``giveBack(_:of:)``.
    package func take(_ amount: Int, for user: String) throws(Refusal) {
        let refusal: Refusal? = state.withLock { state in
            let own = state.byUser[user] ?? 0
            guard amount <= share - own else { return .share }
            guard amount <= total - state.used else { return .total }
            state.byUser[user] = own + amount
            state.used += amount
            state.peak = max(state.peak, state.used)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Returns what ``take(_:for:)`` took.
    package func giveBack(_ amount: Int, of user: String) {
        guard amount > 0 else { return }
        state.withLock { state in
            let own = (state.byUser[user] ?? 0) - amount
            state.byUser[user] = own > 0 ? own : nil
            state.used -= amount
        }
    }
}

extension Status {
    /// The error when a budget is used up: the client has to wait for its own requests, or for the server.
    init(_ refusal: Budget.Refusal, _ what: String) {
        switch refusal {
        case .share:
            self.init(.resourceExhausted, "You have too many \(what) at once; wait for them.", retryDelay: .seconds(1))
        case .total:
            self.init(.unavailable, "The server has too many \(what) at once; try again.", retryDelay: .seconds(1))
        }
    }
}
