import FirestoreWire
import NIOConcurrencyHelpers

/// The answers of documents that were read lately, so that polling a document costs no look into the database.
///
/// It never tells of a state that a later answer contradicts: what a commit changes is forgotten before the commit is
/// visible, and what was read while commits were on their way is not taken in.
final class DocumentCache: Sendable {
    /// Says that no commit was on its way when a read began.
    struct Ticket {
        fileprivate let generation: UInt64
    }

    /// A name by its bytes: Swift's strings hold two spellings of one accent to be equal, and they are two documents.
    private struct Name: Hashable {
        let text: String

        static func == (left: Name, right: Name) -> Bool { Ordering.sameBytes(left.text, right.text) }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private struct State {
        var answers: [Name: [UInt8]] = [:]
        var size = 0
        /// Counts the beginnings and the ends of batches of commits.
        var generation: UInt64 = 0
        var isCommitting = false
    }

    private static let maximumSize = 32 << 20
    private static let maximumAnswerSize = 64 << 10

    private let state = NIOLockedValueBox(State())

    /// The answer of the document called `name`.
    func answer(of name: String) -> [UInt8]? {
        state.withLockedValue { $0.answers[Name(text: name)] }
    }

    /// What a read has to show to fill the cache; nil while commits are on their way.
    func ticket() -> Ticket? {
        state.withLockedValue { $0.isCommitting ? nil : Ticket(generation: $0.generation) }
    }

    /// Takes in what a read found that began with `ticket`.
    func insert(_ answer: [UInt8], of name: String, _ ticket: Ticket) {
        guard answer.count <= Self.maximumAnswerSize else { return }
        state.withLockedValue { state in
            guard state.generation == ticket.generation, state.answers[Name(text: name)] == nil else { return }
            if state.size + answer.count > Self.maximumSize {
                // What is still wanted is soon there again.
                state.answers = [:]
                state.size = 0
            }
            state.answers[Name(text: name)] = answer
            state.size += answer.count
        }
    }

    /// Says that commits are on their way, until ``commitsAreVisible()``.
    func commitsBegin() {
        state.withLockedValue { state in
            state.generation += 1
            state.isCommitting = true
        }
    }

    /// Forgets a document that a commit on its way changes.
    func forget(_ name: String) {
        state.withLockedValue { state in
            if let answer = state.answers.removeValue(forKey: Name(text: name)) { state.size -= answer.count }
        }
    }

    /// Forgets all documents, and what reads find that have begun.
    func forgetAll() {
        state.withLockedValue { state in
            state.generation += 1
            state.answers = [:]
            state.size = 0
        }
    }

    /// Says that all commits are visible, or were given up.
    func commitsAreVisible() {
        state.withLockedValue { state in
            state.generation += 1
            state.isCommitting = false
        }
    }
}
