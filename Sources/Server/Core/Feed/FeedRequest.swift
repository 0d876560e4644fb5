import FirestoreWire

/// The heads that a client of the change feed waits for, from the query string of its request:
/// `space=ann&after=42` for one own space, or `watch=users/ann@42&watch=spaces/SID@7` for many spaces.
struct FeedRequest {
    /// The own space, and all that a person may join.
    static let maximumWatches = 101

    /// The spaces by name, as `spaces/SID`.
    private(set) var spaces: [String] = []
    private(set) var watches: [ChangeFeed.Watch] = []
    /// Whether it asks in the form for one own space.
    let isForOne: Bool

    /// - Parameter items: The names and values of the query string.
    /// - Throws: INVALID_ARGUMENT for any other query string.
    init(_ items: some Sequence<(String, String)>, in database: DatabaseName) throws(Status) {
        var (space, after): (String?, Int64?)
        var names: [String] = []
        for (name, value) in items {
            switch name {
            case "space": space = value
            case "after": after = Int64(value)
            case "watch": names.append(value)
            default: break
            }
        }
        isForOne = names.isEmpty
        guard names.isEmpty || space == nil, names.count <= Self.maximumWatches else {
            throw Status(
                .invalidArgument,
                "The change feed takes up to \(Self.maximumWatches) times 'watch', or 'space' and 'after'.")
        }
        if isForOne {
            guard let space, let after else {
                throw Status(.invalidArgument, "The change feed needs 'space' and 'after', a sequence, or 'watch'.")
            }
            try add(["users", space], after, in: database)
        }
        for name in names {
            // By bytes: a slash with a combining accent would be another character.
            let parts = name.utf8.split(
                separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false
            ).map(Substring.init)
            guard parts.count == 2, parts[0] == "users" || parts[0] == "spaces",
                let mark = parts[1].utf8.lastIndex(of: UInt8(ascii: "@")),
                let sequence = Int64(parts[1][parts[1].index(after: mark)...])
            else {
                throw Status(.invalidArgument, "'watch' is users/UID@SEQUENCE or spaces/SID@SEQUENCE.")
            }
            try add([String(parts[0]), String(parts[1][..<mark])], sequence, in: database)
        }
    }

    private mutating func add(_ space: [String], _ sequence: Int64, in database: DatabaseName) throws(Status) {
        let head = try Status.naming { () throws(InvalidName) in
            try ResourceName(database: database, segments: space + ["sync", "head"])
        }
        guard !watches.contains(where: { $0.head == head }) else {
            throw Status(.invalidArgument, "'watch' names a space twice.")
        }
        spaces.append(space.joined(separator: "/"))
        watches.append(ChangeFeed.Watch(head, after: sequence))
    }
}
