import Basics
import Foundation
import JSON
import TodoKit
import TodoNetwork

/// Who is signed in: links that are good for one use and for minutes, and sessions that last for weeks, unless the password is
/// changed. Of sessions only hashes are kept in the file, so that whoever reads it cannot use them.
final class SessionTable: Sendable {
    /// How long a session lasts after it was last used.
    static let lifetime: TimeInterval = 30 * 86_400
    /// How many browsers can be signed in at once; the oldest one is signed out.
    static let mostSessions = 100
    /// How many unused links there can be at once.
    static let mostLinks = 20

    private struct State {
        /// Hashes of the secrets of links, and when these were made.
        var links: [(hash: String, made: Date)] = []
        /// When sessions end, by the hash of their secret.
        var sessions: [String: Date] = [:]
        /// The version of the password with which they began.
        var password = ""
        var notes: [String: Note] = [:]
    }

    private let state: Locked<State>
    /// Held while the file is written, so that of two states the later one stays.
    private let saving = Locked(())
    private let file: String?
    private let links: LinkFile?
    private let password: PasswordFile?
    private let now: @Sendable () -> Date

    /// A table.
    /// - Parameters:
    ///   - file: where sessions are kept while the server is not running; nil to forget them.
    ///   - links: where another process leaves links.
    ///   - password: the password, which another process can change.
    ///   - now: the clock.
    init(
        file: String?, links: LinkFile? = nil, password: PasswordFile? = nil, now: @escaping @Sendable () -> Date
    ) {
        (self.file, self.links, self.password, self.now) = (file, links, password, now)
        let kept = Self.read(file)
        var state = State()
        state.sessions = kept.compactMapValues { $0.integer.map { Date(milliseconds: $0) } }
        // A new file does not say it.
        state.password = kept[Self.passwordMember]?.string ?? (try? password?.version) ?? ""
        self.state = Locked(state)
    }

    /// A new link's secret.
    func makeLink() -> String {
        let secret = Secrets.make()
        let hash = Secrets.hash(secret)
        let now = now()
        state.withLock { state in
            state.links = state.links.suffix(Self.mostLinks - 1) + [(hash: hash, made: now)]
        }
        return secret
    }

    /// Uses the link with a secret up.
    /// - Returns: whether there was such a link, and it was not too old.
    func useLink(_ secret: String) -> Bool {
        let hash = Secrets.hash(secret)
        let now = now()
        let isKnown = state.withLock { state in
            guard let index = state.links.firstIndex(where: { Secrets.areEqual($0.hash, hash) }) else { return false }
            return LinkFile.isFresh(state.links.remove(at: index).made, now: now)
        }
        return isKnown || links?.take(hash, now: now) == true
    }

    /// Begins a session.
    func begin() -> Session {
        followPassword()
        let session = Session(secret: Secrets.make())
        let now = now()
        state.withLock { state in
            state.sessions = state.sessions.filter { $0.value > now }
            if state.sessions.count >= Self.mostSessions,
                let oldest = state.sessions.min(by: { $0.value < $1.value })?.key
            {
                state.sessions[oldest] = nil
            }
            state.sessions[session.hash] = now + Self.lifetime
        }
        save()
        return session
    }

    /// The session with a secret; nil if it has ended, or never was.
    func session(_ secret: String) -> Session? {
        followPassword()
        var session = Session(secret: secret)
        let now = now()
        let (isKnown, isRenewed) = state.withLock { state in
            guard let end = state.sessions[session.hash], end > now else { return (false, false) }
            // Once a day is enough to keep it.
            guard end < now + Self.lifetime - 86_400 else { return (true, false) }
            state.sessions[session.hash] = now + Self.lifetime
            return (true, true)
        }
        if isRenewed { save() }
        session.isRenewed = isRenewed
        return isKnown ? session : nil
    }

    /// Whether a session has not ended since.
    func holds(_ session: Session) -> Bool {
        followPassword()
        let now = now()
        return state.withLock { $0.sessions[session.hash].map { $0 > now } ?? false }
    }

    /// Ends a session.
    func end(_ session: Session) {
        state.withLock { state in
            state.sessions[session.hash] = nil
            state.notes[session.hash] = nil
        }
        save()
    }

    /// Ends all other sessions, and makes the links that nobody has used useless.
    func endOthers(than session: Session) {
        state.withLock { state in
            state.sessions = state.sessions.filter { $0.key == session.hash }
            state.notes = state.notes.filter { $0.key == session.hash }
            state.links = []
        }
        links?.discard()
        save()
    }

    /// Ends all sessions if the password is another one than when they began: who knew the old one is to be kept out.
    private func followPassword() {
        // A file that cannot be read just now says nothing.
        guard let version = try? password?.version else { return }
        let isNew = state.withLock { state in
            guard state.password != version else { return false }
            (state.password, state.sessions, state.notes) = (version, [:], [:])
            return true
        }
        if isNew { save() }
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

    private static let passwordMember = "password"

    private static func read(_ file: String?) -> [String: JSONValue] {
        guard let file, let text = try? SecretFile(path: file).read()?.revealed,
            case .object(let members)? = try? JSONValue(parsing: Array(text.utf8))
        else { return [:] }
        return members
    }

    private func save() {
        guard let file else { return }
        saving.withLock { _ in
            let (sessions, password) = state.withLock { ($0.sessions, $0.password) }
            var members = sessions.mapValues { JSONValue.integer($0.milliseconds) }
            members[Self.passwordMember] = .string(password)
            try? SecretFile(path: file).write(.init(JSONValue.object(members).canonicalJSON))
        }
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
    /// Whether it lasts longer since it was used just now, as its cookie is to do.
    var isRenewed = false

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
    /// The step that can be undone; nil for none.
    var step: HistoryToken?
    /// The address of what it is about; nil for none.
    var href: String?
}
