import FirestoreWire
import TodoDomain
import TodoKit
public import TodoSync

/// The requirements that syncing has for a remote, checked clause by clause. An app checks its own remote in a test:
/// ```swift
/// @Test func contract() async throws {
///     let breaches = try await RemoteContract.breaches { try FolderRemote(makeFolder()) }
///     #expect(breaches.isEmpty, "\(breaches)")
/// }
/// ```
public enum RemoteContract {
    /// A clause that a remote does not keep.
    public struct Breach: Hashable, Sendable, CustomStringConvertible {
        /// The clause.
        public let clause: String
        /// The behaviour of the remote.
        public let finding: String

        /// The clause and the finding.
        public var description: String { "\(clause): \(finding)" }
    }

    /// Checks all clauses.
    /// - Parameter makeRemote: makes a new, empty remote for each clause.
    /// - Returns: the clauses that the remote does not keep; empty if it keeps them all.
    public static func breaches(of makeRemote: () async throws -> any RemoteStore) async throws -> [Breach] {
        var breaches: [Breach] = []
        for (clause, check) in clauses {
            let subject = ContractSubject(remote: try await makeRemote())
            do {
                try await check(subject)
            } catch let finding as ContractSubject.Finding {
                breaches.append(Breach(clause: clause, finding: finding.text))
            } catch {
                breaches.append(Breach(clause: clause, finding: "it threw \(error)"))
            }
        }
        return breaches
    }

    /// The clauses, in words.
    public static var clauseNames: [String] { clauses.map(\.0) }

    private static let clauses: [(String, @Sendable (ContractSubject) async throws -> Void)] = [
        ("an empty space has no head and no documents", { try await $0.empty() }),
        ("the first commit makes the head and its documents", { try await $0.first() }),
        ("a commit that expects no head is a lost race once there is one", { try await $0.secondFirst() }),
        ("a commit after an old head is a lost race, and writes nothing", { try await $0.oldHead() }),
        (
            "a document that is there cannot be created, and nothing of the commit is written",
            { try await $0.existing() }
        ),
        (
            "a document that is missing cannot be changed, and nothing of the commit is written",
            { try await $0.missing() }
        ),
        ("a mask writes its paths, clears those without a value, and leaves the others", { try await $0.mask() }),
        ("a document can be replaced and deleted", { try await $0.replaceAndDelete() }),
        ("pages come by commit and id, after the position", { try await $0.pages() }),
        ("pages come by id, after the id", { try await $0.pagesByID() }),
        ("kinds are apart, also under one id", { try await $0.kinds() }),
        ("values come back as they were written", { try await $0.values() }),
        ("no two commits have the same time, and each is later", { try await $0.times() }),
        ("of commits at the same time, one is made", { try await $0.race() }),
        ("two devices that sync through it have the same to-dos", { try await $0.devices() }),
    ]
}

/// A remote under test, with the clauses.
struct ContractSubject: Sendable {
    /// A violation of a clause.
    struct Finding: Error {
        let text: String
    }

    let remote: any RemoteStore

    func expect(_ condition: Bool, _ text: @autoclosure () -> String) throws {
        guard condition else { throw Finding(text: text()) }
    }

    /// Commits changes under a sequence number.
    @discardableResult
    func commit(
        _ sequence: Int64, after time: Timestamp?, _ changes: [(RecordKey, RemoteCommit.Operation)],
        mask: DocumentMask? = nil, head: Fields = [:]
    ) async throws -> Timestamp {
        var fields: Fields = ["seq": .integer(sequence), "epoch": .string("e")]
        for field in head { fields[field.name] = field.value }
        return try await remote.commit(
            RemoteCommit(
                headFields: fields, headMask: mask, headTime: time,
                changes: changes.map { RemoteCommit.Change(key: $0.0, operation: $0.1) }))
    }

    /// Requires that a commit fails as a lost race, with this status if one is given, and that nothing of the commit was
    /// written.
    func expectLostRace(
        _ status: String? = nil, leaving documents: [RecordKey: Fields], _ commit: () async throws -> Timestamp
    ) async throws {
        let before = try await remote.head()
        do {
            _ = try await commit()
            throw Finding(text: "it was made")
        } catch let failure as RemoteFailure {
            try expect(failure.kind == .lostRace, "the failure was \(failure.kind) and no lost race")
            if let status { try expect(failure.status == status, "the status was \(failure.status) and not \(status)") }
        }
        try expect(try await remote.head() == before, "the head has moved")
        for (key, fields) in documents {
            let found = try await remote.documents([key]).first?.fields ?? [:]
            try expect(found == fields, "\(key.id) has changed")
        }
    }

    func todo(_ id: String) -> RecordKey { RecordKey(.todo, id) }

    func fields(_ sequence: Int64, _ title: String = "a") -> Fields {
        ["seq": .integer(sequence), "title": .string(title)]
    }
}
