public import Foundation

/// Why something was refused or failed. A stable code is for programs. The texts are for people: what happened, what
/// became of the data, and what helps.
///
/// It never contains a credential, or an argument of an SQL statement. It repeats text that the person has just typed.
/// It may name the to-dos that it is about and its ``candidates``: with their titles, but not their notes. It is for
/// the person at the screen; programs log the ``code``.
public struct TodoError: LocalizedError, Sendable, CustomStringConvertible {
    /// The kind of error, for programs. A code never changes its meaning. Each layer declares its own codes, and
    /// clients may declare more.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as text, such as `not-found`.
        public let rawValue: String

        /// A code with this text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A code with this text.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The kind of error, for programs.
    public let code: Code
    /// The explanation for people, in a sentence or two.
    public let reason: String
    /// The state of the data afterwards: nothing has changed, unless the error says otherwise.
    public let effect: Effect
    /// Whether the message says that nothing was changed. It does not if the reason makes that clear.
    private let saysEffect: Bool
    /// The actions that help, best first.
    public let remedies: [Remedy]
    /// The things that an ambiguous input may have meant.
    public let candidates: Candidates?
    /// The error underneath, if there is one.
    public let underlying: (any Error)?

    /// An error with this code, for this reason.
    /// - Parameter effect: the state of the data, which the message then reports; nil if nothing was changed, and the
    ///   message need not say so.
    public init(
        _ code: Code, _ reason: String, effect: Effect? = nil, remedies: [Remedy] = [], candidates: Candidates? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.effect = effect ?? .nothingChanged
        saysEffect = effect != nil
        self.remedies = remedies
        self.candidates = candidates
        self.underlying = underlying
    }

    /// The same error with another code, reason or effect, each nil to keep it, and with further remedies.
    public func with(code: Code? = nil, reason: String? = nil, effect: Effect? = nil, adding remedies: [Remedy] = [])
        -> TodoError
    {
        TodoError(
            code ?? self.code, reason ?? self.reason, effect: effect ?? (saysEffect ? self.effect : nil),
            remedies: self.remedies + remedies,
            candidates: candidates, underlying: underlying ?? self)
    }

    /// The same error with its subject in front: a line of a file, an option.
    public func said(of subject: String, code: Code? = nil) -> TodoError {
        with(code: code, reason: "\(subject): \(reason)")
    }

    /// The complete text for people.
    public var message: String { message { $0.words } }

    /// The complete text for people.
    /// - Parameter words: gives the sentence for a remedy, so that a program can use its own name for it.
    public func message(_ words: (Remedy) -> String) -> String {
        var sentences = [reason]
        switch effect {
        case .nothingChanged where saysEffect: sentences.append("Nothing was changed.")
        case .nothingChanged, .syncBrokeOff: break
        case .applied: sentences.append("The change was made; only its result cannot be shown.")
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
    /// The state that a failed operation has left behind.
    public enum Effect: Hashable, Sendable {
        /// Everything is as it was.
        case nothingChanged
        /// The change is committed; only its announcement failed.
        case applied
        /// An import broke off; the to-dos that it had added stay.
        case brokeOff(added: Int)
        /// A sync broke off. Everything sent and received by then stays, the rest is still to be sent, and the next
        /// sync continues from there.
        case syncBrokeOff
    }

    /// An action of a person that helps with an error. Each layer declares its own remedies. A program that has its own
    /// way of offering one recognizes it by name.
    public struct Remedy: Hashable, Sendable {
        /// The remedy, for programs. A name never changes its meaning.
        public let name: String
        /// A sentence for people.
        public let words: String
        /// Its subject, such as a path.
        public let subject: String?

        /// A remedy.
        public init(_ name: String, _ words: String, subject: String? = nil) {
            self.name = name
            self.words = words
            self.subject = subject
        }
    }

    /// The things that an ambiguous input may have meant.
    public struct Candidates: Hashable, Sendable {
        /// One of them.
        public struct Item: Hashable, Sendable {
            /// The id to type for this one.
            public let id: String
            /// Its name or title.
            public let title: String

            /// A candidate.
            public init(id: String, title: String) {
                self.id = id
                self.title = title
            }
        }

        /// The candidates, or the first of them.
        public let items: [Item]
        /// Whether there are more.
        public let hasMore: Bool

        /// Candidates.
        public init(_ items: [Item], hasMore: Bool = false) {
            self.items = items
            self.hasMore = hasMore
        }

        fileprivate var lines: [String] { items.map { "\($0.id)  \($0.title)" } + (hasMore ? ["…"] : []) }
    }
}
