import Basics
import FirestoreWire
import Foundation
package import TodoDomain

/// The acts that change who shares a space: making it, letting others in, leaving, removing, ending it. Each act is one
/// commit, before or after every other commit of the space, and needs the remote.
package struct SpaceActs: Sendable {
    /// An act that is not possible as things are at the remote.
    package enum Refusal: Error, Hashable {
        /// This person is not a member, or the space is not there.
        case notAMember
        /// Only owners may do it.
        case notAnOwner(SpaceRole)
        /// The person whom it is about is not a member.
        case unknownMember
        /// No owner would be left.
        case lastOwner
        /// An owner has ended the sharing.
        case closed
    }

    private let remote: any SharedRemote
    private let name: String
    private let environment: TodoEnvironment

    /// How often an act is tried while others change the space.
    private static let attempts = 20

    /// The acts of a person in a shared space.
    /// - Parameters:
    ///   - remote: the remote, as this person.
    ///   - name: the name of the space.
    ///   - environment: where ids and times come from.
    package init(_ remote: any SharedRemote, of name: String, environment: TodoEnvironment) {
        self.remote = remote
        self.name = name
        self.environment = environment
    }

    /// A name that no space has: 26 digits in base 32.
    package static func makeName() -> String {
        let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)
        return String(decoding: Randomness.bytes(26).map { digits[Int($0 & 31)] }, as: UTF8.self)
    }

    /// Makes the space, with this person as its owner and only member.
    package func make() async throws {
        var head = RemoteHead.ofNewSpace(epoch: environment.makeUUID().uuidString.lowercased(), owner: remote.person)
        head.ring = ["1:\(environment.makeCommitID())"]
        let commit = RemoteCommit(headFields: head.fields, headMask: nil, headTime: nil, changes: [])
        do {
            try await remote.commit(commit, opening: [], closing: [], in: name)
        } catch let failure as RemoteFailure where failure.kind == .outcomeUnknown {
            // The name is new, so a head with this ring is ours.
            guard try await remote.space(name).head()?.ring == head.ring else { throw failure }
        }
    }

    /// Adds a link.
    /// - Returns: the head that was there before.
    package func open(_ link: SpaceLink) async throws -> RemoteHead {
        let head = try await head(asOwner: true)
        try await remote.commit(nil, opening: [link], closing: [], in: name)
        return head
    }

    /// The links of the space.
    package func links() async throws -> [SpaceLink] {
        _ = try await head(asOwner: true)
        return try await remote.links(of: name)
    }

    /// Deletes some of the ``links()``, which only an owner has.
    package func close(_ hashes: [String]) async throws {
        try await remote.commit(nil, opening: [], closing: hashes, in: name)
    }

    /// Becomes a member.
    /// - Parameters:
    ///   - link: the link as the remote has it.
    ///   - secret: the secret of the link.
    /// - Returns: the head with this person among its members.
    package func join(with link: SpaceLink, secret: String) async throws -> RemoteHead {
        do {
            try await remote.join(name, with: link, secret: secret)
        } catch let failure as RemoteFailure where failure.kind != .cancelled {
            // A lost answer. It is also refused if this person is a member already.
            if let head = try? await head(asOwner: false) { return head }
            throw failure
        }
        return try await head(asOwner: false)
    }

    /// Gives a member another role.
    package func setRole(_ role: SpaceRole, of person: String) async throws {
        try await change(asOwner: true) { sharing in
            guard sharing.members[person] != nil else { throw Refusal.unknownMember }
            sharing.members[person] = role
        }
    }

    /// Takes a member out of the space, and takes back all links: that person may have one. A note tells that person's devices.
    /// - Returns: the commit.
    package func remove(_ person: String) async throws -> Removal {
        let links = try await links().map(\.hash)
        let commit = try await change(asOwner: true, farewell: person, closing: links) { sharing in
            guard sharing.members.removeValue(forKey: person) != nil else { throw Refusal.unknownMember }
        }
        guard let commit else { throw Refusal.unknownMember }
        return commit
    }

    /// Ends the membership of this person.
    package func leave() async throws {
        let person = remote.person
        try await change(asOwner: false, farewell: person) { $0.members[person] = nil }
    }

    /// Ends the sharing. Nobody can change the space any longer.
    package func end() async throws {
        let links = try await links().map(\.hash)
        try await change(asOwner: true, closing: links) { $0.isClosed = true }
    }

    /// The present head, in which this person is a member.
    /// - Throws: ``Refusal``, ``RemoteFailure``.
    package func head(asOwner: Bool) async throws -> RemoteHead {
        let head: RemoteHead?
        do {
            head = try await remote.space(name).head()
        } catch let failure as RemoteFailure where failure.kind == .denied {
            throw Refusal.notAMember
        }
        guard let head, let role = head.sharing?.members[remote.person] else { throw Refusal.notAMember }
        guard !asOwner || role == .owner else { throw Refusal.notAnOwner(role) }
        return head
    }

    /// Changes who shares the space, onto whatever its present head is.
    /// - Parameters:
    ///   - farewell: the person about whom a note says that it is gone.
    ///   - closing: the hashes of links to delete.
    /// - Returns: the commit; nil if there was nothing to change, or if the answer was lost.
    @discardableResult
    private func change(
        asOwner: Bool, farewell: String? = nil, closing: [String] = [],
        _ body: (inout RemoteHead.Sharing) throws -> Void
    ) async throws -> Removal? {
        let isLeaving = farewell == remote.person
        let touched: Set<RecordKind> = farewell == nil ? [] : [.membership]
        var last: (failure: RemoteFailure, sequence: Int64)?
        for _ in 0..<Self.attempts {
            try Task.checkCancellation()
            let head: RemoteHead
            do {
                head = try await self.head(asOwner: asOwner)
            } catch Refusal.notAMember where isLeaving && last?.failure.kind == .outcomeUnknown {
                // This person has left; only the answer was lost.
                return nil
            }
            // Rules are judged before preconditions, so a denial may be a lost race; not if nobody was faster.
            if let last, last.failure.kind == .denied, last.sequence == head.sequence { throw last.failure }
            guard var sharing = head.sharing else { throw Refusal.notAMember }
            guard !sharing.isClosed || isLeaving else { throw Refusal.closed }
            let before = sharing
            try body(&sharing)
            guard sharing.members.values.contains(.owner) else { throw Refusal.lastOwner }
            guard sharing != before else { return nil }
            let id = environment.makeCommitID()
            var next = head.advanced(by: id, touching: touched)
            let done = Removal(sequence: next.sequence, commitID: id)
            next.sharing = sharing
            var changes: [RemoteCommit.Change] = []
            if let farewell { changes.append(try await note(thatGone: farewell, next)) }
            let (fields, mask) = next.changedSharing(touching: touched)
            let commit = RemoteCommit(headFields: fields, headMask: mask, headTime: head.updateTime, changes: changes)
            do {
                try await remote.commit(commit, opening: [], closing: closing, in: name)
                return done
            } catch let failure as RemoteFailure where failure.kind == .outcomeUnknown {
                last = (failure, head.sequence)
                guard !isLeaving else { continue }
                if try await self.head(asOwner: false).commitID(of: next.sequence) == id { return done }
            } catch let failure as RemoteFailure where [.lostRace, .denied].contains(failure.kind) {
                last = (failure, head.sequence)
            }
        }
        throw SyncError.tooBusy
    }

    /// The note that somebody is gone, which that person's devices read.
    private func note(thatGone person: String, _ head: RemoteHead) async throws -> RemoteCommit.Change {
        let time = environment.now().milliseconds
        var fields = try await remote.member(person, of: name) ?? [:]
        let isKnown = !fields.isEmpty
        for (name, value): (String, Value) in [
            ("seq", .integer(head.sequence)), ("hi", .integer(time)), ("v", .integer(RemoteHead.sharedSchema)),
            ("by", .string(remote.person)), ("gone", .boolean(true)), ("goneBy", .string(remote.person)),
            ("at", .integer(time)),
        ] { fields[name] = value }
        return RemoteCommit.Change(
            key: RecordKey(.membership, person), operation: isKnown ? .replace(fields) : .create(fields))
    }
}
