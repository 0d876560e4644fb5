import Basics
import FirestoreWire

/// Caches the answers for recently read documents, so that polling a document does not read the database.
///
/// It never returns a state that a later answer contradicts. Changed documents are removed before the commit is
/// visible, and reads during commits are not cached.
final class DocumentCache: Sendable {
    /// Proves that no commit was in progress when a read began.
    struct Ticket {
        fileprivate let generation: UInt64
    }

    /// A name compared by its bytes: Swift considers two spellings of an accent equal, but they are two documents.
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
        /// Counts the starts and ends of batches of commits.
        var generation: UInt64 = 0
        var isCommitting = false
    }

    private static let maximumSize = 32 << 20
    private static let maximumAnswerSize = 64 << 10

    private let state = Locked(State())

    /// The cached answer for the document called `name`.
    func answer(of name: String) -> [UInt8]? {
        state.withLock { $0.answers[Name(text: name)] }
    }

    /// The ticket with which a read may fill the cache; nil while commits are in progress.
    func ticket() -> Ticket? {
        state.withLock { $0.isCommitting ? nil : Ticket(generation: $0.generation) }
    }

    /// Caches the answer of a read that began with `ticket`.
    func insert(_ answer: [UInt8], of name: String, _ ticket: Ticket) {
        guard answer.count <= Self.maximumAnswerSize else { return }
        state.withLock { state in
            guard state.generation == ticket.generation, state.answers[Name(text: name)] == nil else { return }
            if state.size + answer.count > Self.maximumSize {
                // Documents that are still needed will soon be cached again.
                state.answers = [:]
                state.size = 0
            }
            state.answers[Name(text: name)] = answer
            state.size += answer.count
        }
    }

    /// Notes that commits are in progress, until ``commitsAreVisible()``.
    func commitsBegin() {
        state.withLock { state in
            state.generation += 1
            state.isCommitting = true
        }
    }

    /// Removes a document that a commit in progress changes.
    func forget(_ name: String) {
        state.withLock { state in
            if let answer = state.answers.removeValue(forKey: Name(text: name)) { state.size -= answer.count }
        }
    }

    /// Removes all documents, and rejects the answers of reads that have already begun.
    func forgetAll() {
        state.withLock { state in
            state.generation += 1
            state.answers = [:]
            state.size = 0
        }
    }

    /// Notes that all commits are visible or were abandoned.
    func commitsAreVisible() {
        state.withLock { state in
            state.generation += 1
            state.isCommitting = false
        }
    }
}
