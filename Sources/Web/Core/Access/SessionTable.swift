import Basics
import Foundation
import JSON
import TodoKit
import TodoNetwork

/// Who is signed in: links that are good for one use, and sessions that last for weeks. Of sessions only hashes are kept in
/// the file, so that whoever reads it cannot use them.
final class SessionTable: Sendable {
    /// How long a session lasts after it was last used.
    static let lifetime: TimeInterval = 30 * 86_400
    /// How many browsers can be signed in at once; the oldest one is signed out.
    static let mostSessions = 100
    /// How many unused links there can be at once.
    static let mostLinks = 20

    private struct State {
        /// Hashes of the secrets of links.
        var links: [String] = []
        /// When sessions end, by the hash of their secret.
        var sessions: [String: Date] = [:]
        var notes: [String: Note] = [:]
    }

    private let state: Locked<State>
    private let file: String?
    private let links: LinkFile?
    private let now: @Sendable () -> Date

    /// A table.
    /// - Parameters:
    ///   - file: where sessions are kept while the server is not running; nil to forget them.
    ///   - links: where another process leaves links.
    ///   - now: the clock.
    init(file: String?, links: LinkFile? = nil, now: @escaping @Sendable () -> Date) {
        (self.file, self.links, self.now) = (file, links, now)
        var state = State()
        state.sessions = Self.read(file)
        self.state = Locked(state)
    }

    /// A new link's secret.
    func makeLink() -> String {
        let secret = Secrets.make()
        let hash = Secrets.hash(secret)
        state.withLock { state in
            state.links = state.links.suffix(Self.mostLinks - 1) + [hash]
        }
        return secret
    }

    /// A session for the secret of a link, which cannot be used again.
    /// - Returns: the session; nil if there is no such link.
    func useLink(_ secret: String) -> Session? {
        let hash = Secrets.hash(secret)
        let isKnown = state.withLock { state in
            guard let index = state.links.firstIndex(where: { Secrets.areEqual($0, hash) }) else { return false }
            state.links.remove(at: index)
            return true
        }
        return isKnown || links?.take(hash) == true ? begin() : nil
    }

    /// Begins a session.
    func begin() -> Session {
        let session = Session(secret: Secrets.make())
        let now = now()
        let kept = state.withLock { state in
            state.sessions = state.sessions.filter { $0.value > now }
            if state.sessions.count >= Self.mostSessions,
                let oldest = state.sessions.min(by: { $0.value < $1.value })?.key
            {
                state.sessions[oldest] = nil
            }
            state.sessions[session.hash] = now + Self.lifetime
            return state.sessions
        }
        write(kept)
        return session
    }

    /// The session with a secret; nil if it has ended, or never was.
    func session(_ secret: String) -> Session? {
        let session = Session(secret: secret)
        let now = now()
        let (isKnown, renewed) = state.withLock { state -> (Bool, [String: Date]?) in
            guard let end = state.sessions[session.hash], end > now else { return (false, nil) }
            // Once a day is enough to keep it.
            guard end < now + Self.lifetime - 86_400 else { return (true, nil) }
            state.sessions[session.hash] = now + Self.lifetime
            return (true, state.sessions)
        }
        if let renewed { write(renewed) }
        return isKnown ? session : nil
    }

    /// Ends a session.
    func end(_ session: Session) {
        let kept = state.withLock { state in
            state.sessions[session.hash] = nil
            state.notes[session.hash] = nil
            return state.sessions
        }
        write(kept)
    }

    /// Leaves a note for the next page of a session.
    func leave(_ note: Note, for session: Session) {
        state.withLock { $0.notes[session.hash] = note }
    }

    /// The note that was left, once.
    func takeNote(for session: Session) -> Note? {
        state.withLock { $0.notes.removeValue(forKey: session.hash) }
    }

    // The file is a convenience: if it cannot be read or written, people use a link again.

    private static func read(_ file: String?) -> [String: Date] {
        guard let file, let text = try? SecretFile(path: file).read()?.revealed,
            case .object(let members)? = try? JSONValue(parsing: Array(text.utf8))
        else { return [:] }
        return members.compactMapValues { $0.integer.map { Date(milliseconds: $0) } }
    }

    private func write(_ sessions: [String: Date]) {
        guard let file else { return }
        let text = JSONValue.object(sessions.mapValues { .integer($0.milliseconds) }).canonicalJSON
        try? SecretFile(path: file).write(.init(text))
    }
}

/// A browser that is signed in.
struct Session: Sendable {
    /// What its cookie holds.
    let secret: String
    /// What is kept of it.
    let hash: String
    /// What each form of it carries, which no other site can know.
    let formToken: String

    init(secret: String) {
        self.secret = secret
        hash = Secrets.hash(secret)
        formToken = Secrets.hash("form " + secret)
    }
}

/// What came of an act, for the next page.
struct Note: Sendable {
    /// A sentence.
    var text: String
    /// Whether it is a failure.
    var isFailure = false
    /// Whether what was done can be undone.
    var isUndoable = false
}
