import Basics
import FirestoreWire
import TodoDomain

/// Syncs the own space and then each shared one that this person has joined.
///
/// One request asks for all heads. Each space has its own result: a shared space that fails neither delays nor fails another.
package struct SpacesEngine: Sendable {
    private let own: SyncEngine
    private let spaces: any SpaceStore

    /// An engine for all spaces.
    /// - Parameters:
    ///   - own: the engine of the own space, whose remote may have shared spaces.
    ///   - spaces: the shared spaces on this device.
    package init(own: SyncEngine, spaces: any SpaceStore) {
        self.own = own
        self.spaces = spaces
    }

    /// Pulls and pushes the changes of all spaces; see ``SyncEngine/run(full:pushing:progress:polling:preparing:)``.
    /// - Returns: the sums of all spaces; the rest is of the own one.
    /// - Throws: the failure of the own space, once the others have been synced if the remote still answers.
    package func run(
        full: Bool = false, pushing: Bool = true, progress: @escaping @Sendable (SyncReport) -> Void = { _ in },
        preparing: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> SyncReport {
        let joined = try await spaces.joinedSpaces()
        guard let remote = own.remote.shared else {
            return try await own.run(full: full, pushing: pushing, progress: progress, preparing: preparing)
        }
        let heads = Locked<[String: RemoteHead]?>(nil)
        let latest = Locked(SyncReport())
        let polling: @Sendable () async throws -> PolledHead = {
            let (answer, shared) = try await poll(joined.map(\.name), at: remote)
            heads.withLock { $0 = shared }
            return answer
        }
        var failure: (any Error)?
        do {
            _ = try await own.run(
                full: full, pushing: pushing,
                progress: { report in
                    latest.withLock { $0 = report }
                    progress(report)
                },
                polling: joined.isEmpty ? nil : polling, preparing: preparing)
        } catch  where heads.withLock({ $0 != nil }) && Self.isOfOneSpace(error) {
            failure = error
        }
        var total = latest.withLock { $0 }
        var synced: [Member] = []
        // The own space says which spaces this person has joined or left on another device.
        for space in try await spaces.joinedSpaces() {
            let before = total
            let member = Member(space: space, remote: remote, head: heads.withLock { $0?[space.name] })
            let result = try await sync(member, full: full, pushing: pushing) { progress(before + $0) }
            total = before + result.report
            if result.hasSucceeded { synced.append(member) }
        }
        progress(total)
        if let failure { throw failure }
        return pushing ? try await sendReleased(synced, after: total, progress) : total
    }

    /// Syncs those spaces again that have something to send now: the deletions of moves whose copies have been sent.
    private func sendReleased(
        _ members: [Member], after report: SyncReport, _ progress: @escaping @Sendable (SyncReport) -> Void
    ) async throws -> SyncReport {
        var total = report
        if !report.needsUpdate, try await spaces.hasUnsent(in: .own) {
            total = try await total + own.run(progress: { progress(report + $0) })
        }
        for member in members where try await spaces.hasUnsent(in: member.space.id) {
            let (before, again) = (total, Member(space: member.space, remote: member.remote, head: nil))
            total = try await before + sync(again, full: false, pushing: true) { progress(before + $0) }.report
        }
        return total
    }

    /// The heads of all spaces. One space that this person may not read makes the remote refuse them all. Then each is asked
    /// alone, the shared ones when it is their turn.
    private func poll(
        _ names: [String], at remote: any SharedRemote
    ) async throws -> (PolledHead, [String: RemoteHead]) {
        do {
            let heads = try await remote.heads(of: names)
            var answer = PolledHead(heads.own)
            answer.documentsRead += names.count
            return (answer, heads.shared)
        } catch let failure as RemoteFailure where failure.kind == .denied {
            var answer = PolledHead(try await own.remote.head())
            answer.requests += 1
            return (answer, [:])
        }
    }

    /// A shared space, this person as its member, and its head if the poll has brought it.
    private struct Member {
        let space: JoinedSpace
        let remote: any SharedRemote
        let head: RemoteHead?
    }

    /// Syncs a shared space, and notes the result.
    /// - Throws: the errors of the store, and cancellations.
    private func sync(
        _ member: Member, full: Bool, pushing: Bool, progress: @escaping @Sendable (SyncReport) -> Void
    ) async throws -> (report: SyncReport, hasSucceeded: Bool) {
        let space = member.space
        let latest = Locked(SyncReport())
        do {
            let engine = SyncEngine(
                store: spaces.records(of: space.id), remote: try member.remote.space(space.name),
                environment: own.environment, limits: own.limits, member: member.remote.person, pause: own.pause)
            let report = try await engine.run(
                full: full, pushing: pushing,
                progress: { report in
                    latest.withLock { $0 = report }
                    progress(report)
                }, polling: Self.polling(member.head))
            if let end = report.end { try await spaces.deactivate(space.id, as: end) }
            try await spaces.note(nil, of: space.id)
            return (report, !report.needsUpdate)
        } catch is NotAMember {
            return (try await end(member, after: latest.withLock { $0 }), false)
        } catch let error where error is SyncError || (error as? RemoteFailure).map({ $0.kind != .cancelled }) ?? false
        {
            try await spaces.note(error, of: space.id)
            return (latest.withLock { $0 }, false)
        }
    }

    /// A poll that was answered already, with that of the own space.
    private static func polling(_ head: RemoteHead?) -> (@Sendable () async throws -> PolledHead)? {
        guard let head else { return nil }
        return {
            var answer = PolledHead(head)
            (answer.requests, answer.documentsRead) = (0, 0)
            return answer
        }
    }

    /// Ends the syncs of a space that this person is no longer a member of. The space says whether the person has left it. A
    /// remote that says nothing, since its rules know no shared spaces, ends nothing.
    private func end(_ member: Member, after report: SyncReport) async throws -> SyncReport {
        var report = report
        func count() { (report.requests, report.documentsRead) = (report.requests + 1, report.documentsRead + 1) }
        do {
            let person = member.remote.person
            count()
            let farewell = try await member.remote.member(person, of: member.space.name)
            let isGone = farewell?["gone"] == .boolean(true)
            if farewell != nil, !isGone {
                // An owner may have let this person in again, after the head was refused.
                count()
                if try await isNamed(person, in: member) { return report }
            }
            let hasLeft = isGone && farewell?["goneBy"] == .string(person)
            try await spaces.deactivate(member.space.id, as: hasLeft ? .left : .removed)
        } catch let failure as RemoteFailure where failure.kind != .cancelled {
            try await spaces.note(failure, of: member.space.id)
        }
        return report
    }

    /// Whether the present head of a space names a person as a member.
    private func isNamed(_ person: String, in member: Member) async throws -> Bool {
        do {
            return try await member.remote.space(member.space.name).head()?.sharing?.members[person] != nil
        } catch let failure as RemoteFailure where failure.kind == .denied {
            return false
        }
    }

    /// Whether a failure of one space says nothing about the others: the remote answers, and knows who is asking.
    private static func isOfOneSpace(_ error: any Error) -> Bool {
        guard let failure = error as? RemoteFailure else { return error is SyncError }
        return [.lostRace, .refused, .denied, .overQuota].contains(failure.kind)
    }
}

/// The head of a shared space cannot be read, is gone, or does not name this person.
struct NotAMember: Error {}

extension SyncReport {
    /// The sums of two spaces. The rest is that of the first one.
    fileprivate static func + (first: Self, other: Self) -> Self {
        var sum = first
        sum.pulled += other.pulled
        if let toPush = other.toPush { sum.toPush = (first.toPush ?? first.pushed) + toPush }
        sum.pushed += other.pushed
        sum.conflicts += other.conflicts
        sum.refused += other.refused
        sum.documentsRead += other.documentsRead
        sum.documentsWritten += other.documentsWritten
        sum.requests += other.requests
        sum.needsUpdate = first.needsUpdate || other.needsUpdate
        return sum
    }
}
