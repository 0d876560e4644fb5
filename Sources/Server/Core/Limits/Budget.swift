import FirestoreWire
import NIOConcurrencyHelpers

/// Something of which there is only so much, such as the memory of unread answers, shared out so that nobody takes the
/// part of others: each user has a share, and all together have more than one share and less than the sum of all.
package final class Budget: Sendable {
    /// What is asked for when there is none left.
    package enum Refusal: Error, Equatable {
        /// The user's own share is used up.
        case share
        /// Nothing is left for anybody.
        case total
    }

    private struct State {
        var used = 0
        var peak = 0
        var byUser: [String: Int] = [:]
    }

    /// How much all users may take together.
    package let total: Int
    /// How much one user may take.
    package let share: Int
    private let state = NIOLockedValueBox(State())

    /// A budget of `total`, of which a user gets `share`.
    package init(total: Int, share: Int) {
        self.total = total
        self.share = share
    }

    /// How much is taken.
    package var used: Int { state.withLockedValue { $0.used } }
    /// The most that was ever taken.
    package var peak: Int { state.withLockedValue { $0.peak } }

    /// Takes `amount` for `user`, who gives it back with ``giveBack(_:of:)``.
    package func take(_ amount: Int, for user: String) throws(Refusal) {
        let refusal: Refusal? = state.withLockedValue { state in
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

    /// Gives back what ``take(_:for:)`` took.
    package func giveBack(_ amount: Int, of user: String) {
        guard amount > 0 else { return }
        state.withLockedValue { state in
            let own = (state.byUser[user] ?? 0) - amount
            state.byUser[user] = own > 0 ? own : nil
            state.used -= amount
        }
    }
}

extension Status {
    /// What a client is told where a budget is used up: to wait for itself, or for the server.
    init(_ refusal: Budget.Refusal, _ what: String) {
        switch refusal {
        case .share:
            self.init(.resourceExhausted, "You have too many \(what) at once; wait for them.", retryDelay: .seconds(1))
        case .total:
            self.init(.unavailable, "The server has too many \(what) at once; try again.", retryDelay: .seconds(1))
        }
    }
}
