public import Foundation

/// Why something was refused or failed: a stable code for programs, and for people what happened, what has become of the
/// data, and what helps.
///
/// Nothing in it holds the text of a to-do, a credential, or an argument of an SQL statement, but for ``candidates``.
public struct TodoError: LocalizedError, Sendable, CustomStringConvertible {
    /// What happened, for programs; a code never changes its meaning. Each layer declares its own, and others may.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as text, such as `not-found`.
        public let rawValue: String

        /// A code of this text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A code of this text.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// What happened, for programs.
    public let code: Code
    /// What happened, for people: a sentence or two.
    public let reason: String
    /// What has become of the data, where that is worth a word.
    public let effect: Effect?
    /// What helps, the best first.
    public let remedies: [Remedy]
    /// What may have been meant, where more than one thing was.
    public let candidates: Candidates?
    /// The error underneath, where there is one.
    public let underlying: (any Error)?

    /// An error with this code, for this reason.
    public init(
        _ code: Code, _ reason: String, effect: Effect? = nil, remedies: [Remedy] = [], candidates: Candidates? = nil,
        underlying: (any Error)? = nil
    ) {
        (self.code, self.reason, self.effect) = (code, reason, effect)
        (self.remedies, self.candidates, self.underlying) = (remedies, candidates, underlying)
    }

    /// The same error for a reason in other words, or with another effect.
    public func with(code: Code? = nil, reason: String? = nil, effect: Effect?, adding remedies: [Remedy] = [])
        -> TodoError
    {
        TodoError(
            code ?? self.code, reason ?? self.reason, effect: effect, remedies: self.remedies + remedies,
            candidates: candidates, underlying: underlying ?? self)
    }

    /// The same error, said of something: a line of a file, an option.
    public func said(of subject: String, code: Code? = nil) -> TodoError {
        with(code: code, reason: "\(subject): \(reason)", effect: effect)
    }

    /// All of it for people.
    public var message: String { message { $0.words } }

    /// All of it for people.
    /// - Parameter words: what is said of a remedy, for a program that knows better how it is called there.
    public func message(_ words: (Remedy) -> String) -> String {
        var sentences = [reason]
        switch effect {
        case nil: break
        case .nothingChanged: sentences.append("Nothing was changed.")
        case .brokeOff(let added):
            sentences.insert(
                "The import broke off; \(added) to-dos that it has added stay, and the same import brings the rest.",
                at: 0)
        }
        let choices = candidates?.lines.map { "\n  \($0)" }.joined() ?? ""
        return (sentences + remedies.map(words)).joined(separator: " ") + choices
    }

    /// The message.
    public var description: String { message }
    /// The message.
    public var errorDescription: String? { message }
}

extension TodoError {
    /// What an operation that failed has left.
    public enum Effect: Hashable, Sendable {
        /// Everything is as it was.
        case nothingChanged
        /// An import that broke off has added so many to-dos, which stay.
        case brokeOff(added: Int)
    }

    /// What a person can do about an error. Each layer declares its own; a program that offers it in a way of its own knows
    /// it by its name.
    public struct Remedy: Hashable, Sendable {
        /// What it is, for programs; a name never changes its meaning.
        public let name: String
        /// A sentence for people.
        public let words: String
        /// What it is about, such as a path.
        public let subject: String?

        /// A remedy.
        public init(_ name: String, _ words: String, subject: String? = nil) {
            (self.name, self.words, self.subject) = (name, words, subject)
        }
    }

    /// Things of which one may have been meant.
    public struct Candidates: Hashable, Sendable {
        /// One of them.
        public struct Item: Hashable, Sendable {
            /// What is to be said for it to be meant.
            public let id: String
            /// What it is called.
            public let title: String

            /// A candidate.
            public init(id: String, title: String) { (self.id, self.title) = (id, title) }
        }

        /// The candidates, or the first of them.
        public let items: [Item]
        /// Whether there are more.
        public let hasMore: Bool

        /// Candidates.
        public init(_ items: [Item], hasMore: Bool = false) { (self.items, self.hasMore) = (items, hasMore) }

        fileprivate var lines: [String] { items.map { "\($0.id)  \($0.title)" } + (hasMore ? ["…"] : []) }
    }
}
