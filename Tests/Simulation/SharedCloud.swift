package import FirestoreWire
package import TodoDomain
package import TodoSync

/// A server on which several people have a space of their own, and share others: the own spaces are ``ModelServer``s, and the
/// shared ones keep the rules of shared.rules.
///
/// `@unchecked`: a simulation runs in one task, which alone touches it.
package final class SharedCloud: @unchecked Sendable {
    /// A shared space.
    package struct Space {
        package var contents: RemoteSpace
        /// What the space says about people.
        package var people: [String: Fields] = [:]

        /// The part of the head that names the members.
        package var sharing: RemoteHead.Sharing? { head?.sharing }
        package var head: RemoteHead? { contents.headDocument.flatMap(RemoteHead.init) }
    }

    /// The time that passes, in milliseconds since 1970.
    package var now: Int64 = 1_795_262_400_000 {
        didSet { for server in own.values { server.now = now } }
    }
    private var own: [String: ModelServer] = [:]
    package var spaces: [String: Space] = [:]
    /// What was asked, in order: `heads:2` for a poll, `head s`, `page s`, `documents s`, `commit s`, `member s`; `own` stands for
    /// the own space.
    package var requests: [String] = []
    /// Called before each request is answered.
    package var beforeAnswer: ((String) async throws -> Void)?
    /// How the documents of shared spaces are misread: a sabotage.
    var misread: ((RemoteDocument) -> RemoteDocument)?
    /// Whether a poll that is denied looks like one that can never succeed: a sabotage.
    var isUnforgiving = false
    private var ticks: Int32 = 0

    package init() {}

    /// The own space of a person.
    package func own(of person: String) -> ModelServer {
        if let known = own[person] { return known }
        let server = ModelServer()
        server.now = now
        server.clockOffset = 0
        own[person] = server
        return server
    }

    /// The remote of a person's device.
    package func remote(of person: String) -> PersonRemote { PersonRemote(self, person) }

    func ask(_ request: String) async throws {
        requests.append(request)
        try await beforeAnswer?(request)
    }

    // MARK: What people do without a sync

    /// Makes a shared space.
    package func create(_ name: String, owner: String) {
        var space = Space(contents: RemoteSpace())
        space.contents.head = RemoteHead.ofNewSpace(epoch: "epoch of \(name)", owner: owner).newFields
        space.contents.headTime = tick()
        spaces[name] = space
        note(owner, in: name, by: owner)
    }

    /// Lets a person in.
    package func add(_ person: String, to name: String, as role: SpaceRole) {
        change(name) { $0.members[person] = role }
        note(person, in: name, by: person)
    }

    /// Takes a person away, and says so.
    package func remove(_ person: String, from name: String, by other: String) {
        change(name) { $0.members[person] = nil }
        note(person, in: name, by: other, isGone: true)
    }

    /// Moves the head with other members.
    package func change(_ name: String, _ body: (inout RemoteHead.Sharing) -> Void) {
        guard var head = spaces[name]?.head, var sharing = head.sharing else { return }
        body(&sharing)
        head = head.advanced(by: "people\(head.sequence + 1)", touching: [])
        head.sharing = sharing
        spaces[name]?.contents.head = head.newFields
        spaces[name]?.contents.headTime = tick()
    }

    private func note(_ person: String, in name: String, by other: String, isGone: Bool = false) {
        var fields: Fields = ["seq": .integer(spaces[name]?.head?.sequence ?? 0), "by": .string(other)]
        if isGone { (fields["gone"], fields["goneBy"]) = (.boolean(true), .string(other)) }
        spaces[name]?.people[person] = fields
    }

    // MARK: Writing

    /// The greatest version of a space that the rules know.
    static let greatestSchema: Int64 = 3

    /// Makes a commit if the rules allow it.
    package func commit(_ commit: RemoteCommit, to name: String, by person: String) throws -> Timestamp {
        guard var space = spaces[name] else { throw Self.denied }
        let next = space.contents.applying(commit)
        let rules = SharedRules(person: person, now: now, before: space.contents, after: next)
        guard rules.allow(commit.changes.map(\.key)) else { throw Self.denied }
        try space.contents.checkPreconditions(of: commit)
        space.contents = next
        let time = tick()
        space.contents.headTime = time
        spaces[name] = space
        return time
    }

    private func tick() -> Timestamp {
        ticks += 1
        guard let time = Timestamp(seconds: now / 1000, nanoseconds: ticks * 1000) else {
            preconditionFailure("the clock of the model left its range")
        }
        return time
    }

    static let denied = RemoteFailure(.denied, status: "PERMISSION_DENIED", message: "The rules forbid it.")
}

extension RemoteHead {
    /// All fields of the head.
    fileprivate var newFields: Fields {
        var fields = changed(touching: Set(last.keys), collecting: true, restoring: true).fields
        fields["epoch"] = .string(epoch)
        fields["schema"] = .integer(schema)
        for field in sharing?.fields ?? [:] { fields[field.name] = field.value }
        return fields
    }
}
