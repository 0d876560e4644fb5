import FirestoreWire

/// The document that orders everything in a space: each commit raises its sequence by one, or fails.
struct RemoteHead: Hashable, Sendable {
    /// How many commits are remembered by name.
    static let ringSize = 64
    /// The version of the protocol that this program writes.
    static let schema: Int64 = 1

    /// The number of the last commit.
    var sequence: Int64
    /// Names the space: another one after it was emptied, or restored by a server that says so.
    var epoch: String
    /// Given anew by the first device that finds the space restored from a backup, of which the epoch does not tell.
    var restoration: String?
    /// The version of the protocol below which a client must not write.
    var schema: Int64 = Self.schema
    /// The greatest sequence of the deletions that were forgotten.
    var collectedSequence: Int64 = 0
    /// The greatest physical time in a record that was forgotten, in milliseconds since 1970.
    var collectedHighest: Int64 = 0
    /// The last commit that touched each kind.
    var last: [RecordKind: Int64] = [:]
    /// The last commits as `sequence:commitID`, the newest at the end.
    var ring: [String] = []
    /// The time of the last commit: the condition of the next one. nil where there is no head yet.
    var updateTime: Timestamp?

    /// The head of a space in which nothing was ever committed.
    init(epoch: String, sequence: Int64 = 0) { (self.epoch, self.sequence) = (epoch, sequence) }

    /// Names the life of the space: numbers of one life say nothing about another.
    var life: String { restoration.map { "\(epoch)/\($0)" } ?? epoch }

    /// What the commit of that number is called; nil where it is forgotten.
    func commitID(of sequence: Int64) -> String? {
        let prefix = "\(sequence):"
        return ring.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// The head after a commit.
    func advanced(by commitID: String, touching kinds: Set<RecordKind>) -> RemoteHead {
        var head = self
        head.sequence += 1
        for kind in kinds { head.last[kind] = head.sequence }
        head.ring = (ring + ["\(head.sequence):\(commitID)"]).suffix(Self.ringSize)
        return head
    }
}

// The head as a document: {seq, epoch, restored, schema, gcSeq, gcHi, last, ring}.
extension RemoteHead {
    /// Reads the head; nil where the document is not one.
    init?(_ document: Document) {
        guard case .integer(let sequence)? = document.fields["seq"], sequence >= 0,
            case .string(let epoch)? = document.fields["epoch"]
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
        if case .string(let name)? = document.fields["restored"] { restoration = name }
        if case .integer(let schema)? = document.fields["schema"] { self.schema = schema }
        if case .integer(let sequence)? = document.fields["gcSeq"] { collectedSequence = sequence }
        if case .integer(let highest)? = document.fields["gcHi"] { collectedHighest = highest }
        if case .map(let fields)? = document.fields["last"] {
            for kind in RecordKind.allCases {
                if case .integer(let sequence)? = fields[kind.collection] { last[kind] = sequence }
            }
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
        return fields
    }

    /// What a commit changes; what newer versions keep in the head stays.
    func changed(
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
}

extension RecordKind {
    /// The collection that holds the records of this kind.
    var collection: String {
        switch self {
        case .todo: "todos"
        case .tag: "tags"
        case .location: "locations"
        }
    }
}
