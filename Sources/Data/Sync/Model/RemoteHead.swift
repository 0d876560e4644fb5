public import FirestoreWire
import Foundation
public import TodoDomain

/// The document that orders all writes in a space. Each commit increments its sequence, or fails.
public struct RemoteHead: Hashable, Sendable {
    /// How many commits are remembered by id.
    package static let ringSize = 64
    /// The version of the protocol that this program writes in the own space.
    package static let schema: Int64 = 1
    /// The version of the protocol that this program writes in a shared space.
    package static let sharedSchema: Int64 = 2

    /// The range of numbers in a valid head. Other clients use doubles, and no space ever gets that far.
    private static let numbers: ClosedRange<Int64> = 0...1 << 53

    /// The number of the last commit.
    public var sequence: Int64
    /// Identifies the space. It changes when the space is emptied, or restored by a server that announces it.
    public var epoch: String
    /// Set by the first device that finds the space restored from a backup without a new epoch.
    public var restoration: String?
    /// The version of the protocol that a client must support to write.
    public var schema: Int64 = Self.schema
    /// The greatest sequence of the deletions that have been collected.
    public var collectedSequence: Int64 = 0
    /// The greatest physical time in a collected record, in milliseconds since 1970.
    public var collectedHighest: Int64 = 0
    /// The last commit that touched each kind.
    public var last: [RecordKind: Int64] = [:]
    /// The last commits as `sequence:commitID`, newest last.
    public var ring: [String] = []
    /// The time of the last commit, which is the precondition of the next one; nil if there is no head yet.
    public var updateTime: Timestamp?
    /// The part that only the head of a shared space has; nil in the own space.
    package var sharing: Sharing?

    /// The head of a space that was never written to.
    public init(epoch: String, sequence: Int64 = 0) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Identifies the generation of the space. Numbers of one generation prove nothing about another.
    package var generation: String { restoration.map { "\(epoch)/\($0)" } ?? epoch }

    /// The id of the commit with this number; nil if it is no longer remembered.
    package func commitID(of sequence: Int64) -> String? {
        let prefix = "\(sequence):"
        return ring.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// The ids of the last commits, by number.
    package var commits: [Int64: String] { SyncState.commits(in: ring.suffix(Self.ringSize)) }

    /// The head after a commit.
    package func advanced(by commitID: String, touching kinds: Set<RecordKind>) -> RemoteHead {
        var head = self
        head.sequence += 1
        for kind in kinds { head.last[kind] = head.sequence }
        head.ring = (ring + ["\(head.sequence):\(commitID)"]).suffix(Self.ringSize)
        return head
    }
}

// The head as a document: {seq, epoch, restored, schema, gcSeq, gcHi, last, ring}, and in a shared space {members,
// encrypted, k, closed, successor}. `mac` is reserved: a client that cannot make it must not write.
extension RemoteHead {
    /// Parses the head; nil if the document is not a head, for example because a number is negative or beyond 2^53.
    public init?(_ document: Document) {
        let last: Fields = if case .map(let fields)? = document.fields["last"] { fields } else { [:] }
        let numbers =
            ["seq", "schema", "gcSeq", "gcHi"].map { document.fields[$0] } + last.map(\.value)
        let isWithinBounds = numbers.allSatisfy { value in
            if case .integer(let number)? = value { Self.numbers.contains(number) } else { true }
        }
        guard isWithinBounds, case .integer(let sequence)? = document.fields["seq"],
            case .string(let epoch)? = document.fields["epoch"]
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
        if case .string(let name)? = document.fields["restored"] { restoration = name }
        if case .integer(let schema)? = document.fields["schema"] { self.schema = schema }
        sharing = Sharing(document.fields)
        if document.fields["mac"] != nil || sharing?.isSealed ?? false {
            schema = max(schema, Self.schema + 1, Self.sharedSchema + 1)
        }
        if case .integer(let sequence)? = document.fields["gcSeq"] { collectedSequence = sequence }
        if case .integer(let highest)? = document.fields["gcHi"] { collectedHighest = highest }
        for kind in RecordKind.allCases {
            if case .integer(let sequence)? = last[kind.collection] { self.last[kind] = sequence }
        }
        if case .array(let entries)? = document.fields["ring"] {
            ring = entries.compactMap { if case .string(let entry) = $0 { entry } else { nil } }
        }
        updateTime = document.updateTime
    }

    /// All fields, for the first commit of a space.
    var fields: Fields {
        var fields = changed(touching: Set(last.keys)).fields
        fields["epoch"] = .string(epoch)
        fields["schema"] = .integer(schema)
        fields["gcSeq"] = .integer(collectedSequence)
        fields["gcHi"] = .integer(collectedHighest)
        fields["last"] = .map(Fields(last.map { ($0.key.collection, .integer($0.value)) }))
        for field in sharing?.fields ?? [:] { fields[field.name] = field.value }
        return fields
    }

    /// The fields that a commit changes. Fields from newer versions stay as they are.
    package func changed(
        touching kinds: Set<RecordKind>, collecting: Bool = false, restoring: Bool = false
    ) -> (fields: Fields, mask: DocumentMask) {
        var fields: Fields = ["seq": .integer(sequence), "ring": .array(ring.map(Value.string))]
        var paths = [["seq"], ["ring"]]
        if !kinds.isEmpty {
            fields["last"] = .map(Fields(kinds.map { ($0.collection, .integer(last[$0] ?? sequence)) }))
            paths += kinds.map(\.collection).sorted().map { ["last", $0] }
        }
        if collecting {
            fields["gcSeq"] = .integer(collectedSequence)
            fields["gcHi"] = .integer(collectedHighest)
            paths += [["gcSeq"], ["gcHi"]]
        }
        if restoring, let restoration {
            fields["restored"] = .string(restoration)
            paths += [["restored"]]
        }
        // No name here is empty or too long.
        return (fields, DocumentMask(paths.compactMap { try? FieldPath($0) }))
    }

    /// The fields of a commit that changes who shares the space.
    func changedSharing(touching kinds: Set<RecordKind>) -> (fields: Fields, mask: DocumentMask) {
        var (fields, mask) = changed(touching: kinds)
        for field in sharing?.fields ?? [:] where ["members", "closed", "successor"].contains(field.name) {
            fields[field.name] = field.value
            if let path = try? FieldPath([field.name]) { mask = DocumentMask(mask.fieldPaths + [path]) }
        }
        return (fields, mask)
    }
}

extension TodoEnvironment {
    /// A new id for a commit, which the ring of a head has beside its number.
    func makeCommitID() -> String { String(makeUUID().uuidString.lowercased().prefix(8)) }
}

extension RecordKind {
    /// The collection that holds the records of this kind.
    public var collection: String {
        switch self {
        case .todo: "todos"
        case .tag: "tags"
        case .location: "locations"
        case .list: "lists"
        case .comment: "comments"
        case .app: "x-app"
        case .conflict: "conflicts"
        case .view: SavedView.wireKind
        case .device: "devices"
        case .membership: "members"
        case .personal: "x-mine"
        }
    }
}
