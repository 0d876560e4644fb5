import FirestoreWire

/// The writes of one commit to one document, in order.
///
/// Whether the first write can succeed depends on the document. For the others, the earlier writes decide before
/// anything is read: for example, a write that requires the document right after a delete can never succeed.
struct WriteSequence {
    let name: ResourceName
    /// The writes and their indices in the commit.
    private(set) var writes: [(index: Int, write: ValidWrite)]
    private var transformCount: Int

    init(_ write: ValidWrite, at index: Int) {
        name = write.name
        writes = [(index, write)]
        transformCount = write.transforms.count
    }

    /// Whether the document is only verified.
    var isVerify: Bool { writes[0].write.isVerify }

    /// The precondition of the first write.
    var precondition: Precondition? { writes[0].write.precondition }

    /// Appends a write.
    /// - Throws: INVALID_ARGUMENT if it can never succeed after those before it.
    mutating func append(_ write: ValidWrite, at index: Int) throws(Status) {
        let last = writes[writes.count - 1].write
        guard !last.isVerify, !write.isVerify else {
            throw Status(
                .invalidArgument, "A document that is verified cannot be verified again or written in one request.")
        }
        let needs = write.precondition
        let isRefused: Bool
        switch needs {
        case .exists(let exists): isRefused = exists == last.isDelete
        case .updateTime where last.isDelete && !write.isDelete: isRefused = true
        case .updateTime(let time):
            guard precondition == .updateTime(time) else {
                throw Status(
                    .invalidArgument, "The writes of one document in one request ask for different update times.")
            }
            isRefused = false
        case nil: isRefused = false
        }
        guard !isRefused else {
            throw Status(.invalidArgument, "Cannot \(last.verb) then \(write.verb) an entity in the same request.")
        }
        transformCount += write.transforms.count
        guard transformCount <= Write.maximumTransforms else {
            throw Status(
                .invalidArgument, "At most \(Write.maximumTransforms) transforms of one document are allowed.")
        }
        writes.append((index, write))
    }

    /// The sequences of all documents of a commit, in the order of their first writes.
    static func sequences(of writes: [ValidWrite]) throws(Status) -> [WriteSequence] {
        var sequences: [WriteSequence] = []
        var places: [[UInt8]: Int] = [:]
        for (index, write) in writes.enumerated() {
            let key = Array(write.name.text.utf8)
            if let place = places[key] {
                try sequences[place].append(write, at: index)
            } else {
                places[key] = sequences.count
                sequences.append(WriteSequence(write, at: index))
            }
        }
        return sequences
    }
}

extension ValidWrite {
    fileprivate var verb: String {
        if isDelete { return "delete" }
        return switch precondition {
        case .exists(false): "insert"
        case .exists(true), .updateTime: "update"
        case nil: "upsert"
        }
    }
}
