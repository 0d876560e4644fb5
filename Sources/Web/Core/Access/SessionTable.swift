import Basics
import Foundation
import JSON
import TodoKit
import TodoNetwork

/// Who is signed in: links that work once and for minutes, and sessions that last for weeks, unless the password is changed.
/// It also knows the browsers that have signed in before. The file keeps only hashes, so a reader of it cannot use them.
final class SessionTable: Sendable {
    /// How long a session lasts after it was last used.
    static let lifetime: TimeInterval = 30 * 86_400
    /// How many browsers can be signed in at once; the oldest one is signed out.
    static let mostSessions = 100
    /// How many unused links there can be at once.
    static let mostLinks = 20
    /// How long a browser is known after it last signed in: as long as browsers keep a cookie.
    static let knownFor: TimeInterval = 400 * 86_400

    private struct State {
        /// Hashes of the secrets of links, and when these were made.
        var links: [(hash: String, made: Date)] = []
        /// When sessions end, by the hash of their secret.
        var sessions: [String: Date] = [:]
        /// The version of the password with which they began.
        var password = ""
        var notes: [String: Note] = [:]
        /// When browsers that have signed in stop being known, by the hash of their secret.
        var known: [String: Date] = [:]
        /// The settings by a session that stay when it ends, as a sentence, by the hash of its secret.
        var lasting: [String: String] = [:]
        /// The same of sessions that have ended, which no page has shown yet.
        var unsaid: [String] = []

        /// Ends the sessions that `isKept` does not name.
        mutating func keep(_ isKept: (String) -> Bool) {
            unsaid += lasting.filter { !isKept($0.key) }.map(\.value).sorted()
            lasting = lasting.filter { isKept($0.key) }
            sessions = sessions.filter { isKept($0.key) }
            notes = notes.filter { isKept($0.key) }
        }
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
        self.file = file
        self.links = links
        self.password = password
        self.now = now
        let kept = Self.read(file)
        var state = State()
        func dates(_ members: [String: JSONValue]) -> [String: Date] {
            members.compactMapValues { $0.integer.map { Date(milliseconds: $0) } }
        }
        state.sessions = dates(kept)
        state.known = dates(kept[Self.knownMember]?.members ?? [:])
        state.lasting = kept[Self.lastingMember]?.members?.compactMapValues(\.string) ?? [:]
        state.unsaid = kept[Self.unsaidMember]?.elements?.compactMap(\.string) ?? []
        // A new file does not have the version of the password yet.
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
            let ends = state.sessions
            state.keep { ends[$0].map { $0 > now } ?? false }
            if state.sessions.count >= Self.mostSessions,
                let oldest = state.sessions.min(by: { $0.value < $1.value })?.key
            {
                state.keep { $0 != oldest }
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
        state.withLock { $0.keep { $0 != session.hash } }
        save()
    }

    /// Ends all other sessions, and all unused links.
    func endOthers(than session: Session) {
        state.withLock { state in
            state.keep { $0 == session.hash }
            state.links = []
        }
        links?.discard()
        save()
    }

    /// Ends all sessions if the password has changed since they began, so that the old one no longer lets anybody in.
    private func followPassword() {
        // If the file cannot be read just now, the sessions stay.
        guard let version = try? password?.version else { return }
        let isNew = state.withLock { state in
            guard state.password != version else { return false }
            state.password = version
            state.keep { _ in false }
            return true
        }
        if isNew { save() }
    }

    // MARK: Browsers that have signed in before

    /// Notes that a browser has signed in.
    /// - Parameter secret: the secret with which it says that it is known; nil for none.
    /// - Returns: the secret for its cookie.
    func know(_ secret: String?) -> String {
        let now = now()
        let secret = secret.flatMap { knows($0) == nil ? nil : $0 } ?? Secrets.make()
        state.withLock { state in
            state.known = state.known.filter { $0.value > now }
            if state.known.count >= Self.mostSessions,
                let oldest = state.known.min(by: { $0.value < $1.value })?.key
            {
                state.known[oldest] = nil
            }
            state.known[Secrets.hash(secret)] = now + Self.knownFor
        }
        save()
        return secret
    }

    /// The hash of the secret of a browser that has signed in before; nil if it has not.
    func knows(_ secret: String) -> String? {
        let hash = Secrets.hash(secret)
        let now = now()
        return state.withLock { $0.known[hash].map { $0 > now } == true ? hash : nil }
    }

    // MARK: What the next page says

    /// Leaves a note for the next page of a session.
    func leave(_ note: Note, for session: Session) {
        state.withLock { $0.notes[session.hash] = note }
    }

    /// Notes a setting by a session that stays when the session ends. The owner is told of it then, so that somebody who stole
    /// the session leaves nothing behind unnoticed.
    /// - Parameter sentence: what it has set: `the remote https://todo.example.org, as “bob”`.
    func keep(lasting sentence: String, of session: Session) {
        state.withLock { $0.lasting[session.hash] = sentence }
        save()
    }

    /// The note that was left, once, with what sessions have set that have ended since.
    func takeNote(for session: Session) -> Note? {
        let (note, unsaid) = state.withLock { state in
            defer { state.unsaid = [] }
            return (state.notes.removeValue(forKey: session.hash), state.unsaid)
        }
        guard !unsaid.isEmpty else { return note }
        save()
        var told = note ?? Note(text: "")
        let said = "A browser that is no longer signed in has set this: \(unsaid.joined(separator: "; "))."
        told.text = [told.text, said].joined(separator: " ").trimmed
        told.href = told.href ?? "/sync"
        return told
    }

    // The file is a convenience: if it cannot be read or written, people use a link again.

    // Not the form of a hash.
    private static let (passwordMember, knownMember) = ("password", "known")
    private static let (lastingMember, unsaidMember) = ("lasting", "unsaid")

    private static func read(_ file: String?) -> [String: JSONValue] {
        guard let file, let text = try? SecretFile(path: file).read()?.revealed,
            case .object(let members)? = try? JSONValue(parsing: Array(text.utf8))
        else { return [:] }
        return members
    }

    private func save() {
        guard let file else { return }
        saving.withLock { _ in
            let state = state.withLock { $0 }
            var members = state.sessions.mapValues { JSONValue.integer($0.milliseconds) }
            members[Self.passwordMember] = .string(state.password)
            members[Self.knownMember] = .object(state.known.mapValues { .integer($0.milliseconds) })
            members[Self.lastingMember] = .object(state.lasting.mapValues { .string($0) })
            members[Self.unsaidMember] = .array(state.unsaid.map { .string($0) })
            try? SecretFile(path: file).write(.init(JSONValue.object(members).canonicalJSON))
        }
    }
}

/// A browser that is signed in.
struct Session: Sendable {
    /// The secret in its cookie.
    let secret: String
    /// The hash of the secret, which the table keeps.
    let hash: String
    /// The token in each form of the session, which no other site can know.
    let formToken: String
    /// Whether this use makes it last longer. Its cookie is then sent again.
    var isRenewed = false

    init(secret: String) {
        self.secret = secret
        hash = Secrets.hash(secret)
        formToken = Secrets.hash("form " + secret)
    }
}

/// The result of an act, for the next page.
struct Note: Sendable {
    /// A sentence.
    var text: String
    /// Whether it is a failure.
    var isFailure = false
    /// The step that can be undone; nil for none.
    var step: HistoryToken?
    /// The address of what it is about; nil for none.
    var href: String?
    /// A link to send to somebody, which is shown once; nil for none.
    var link: String?
}
