import FirestoreWire

/// The rules of `docs/deploy/firestore.rules` for `users/{uid}`, the space of one signed-in user.
struct OwnSpaceRules {
    /// The collections of a space that contain records, of this program's present and future versions.
    private static let kinds: Set = [
        "todos", "tags", "locations", "lists", "packs", "comments", "conflicts", "filters", "devices", "keys",
        "members",
        "invites", "blobs",
    ]
    /// The greatest number in a head. Beyond it, doubles skip numbers, and other clients use doubles.
    private static let greatestNumber: Int64 = 1 << 53
    /// How far a stamp may be ahead of the server's clock, in milliseconds.
    private static let tolerance: Int64 = 600_000

    /// The id of the user and of the user's space.
    let user: String

    /// Whether the user may read the document.
    func allowsGet(_ name: ResourceName) -> Bool { isHead(name) || isRecord(name) }

    /// Whether the user may list the collection below `parent`.
    func allowsList(_ collectionID: String, under parent: ResourceName) -> Bool {
        isSpace(parent) && Self.isKind(collectionID)
    }

    /// Whether it is a document directly in a collection of the user's space.
    func contains(_ name: ResourceName) -> Bool { name.segments.count == 4 && isOwn(name) }

    /// Judges the documents that result from a commit, all together.
    /// - Throws: PERMISSION_DENIED.
    func review(
        _ changes: [DocumentChange], at time: Timestamp, stored: (ResourceName) throws -> Fields?
    ) throws {
        var heads: [(name: ResourceName, after: Fields?)] = []
        func headAfter(beside name: ResourceName) throws -> Fields? {
            let head = try name.head(of: user)
            if let known = heads.first(where: { $0.name == head }) { return known.after }
            let change = changes.first { $0.name == head }
            let after = try change.map(\.after) ?? stored(head)
            heads.append((head, after))
            return after
        }
        for change in changes {
            guard contains(change.name) else { throw Status.denied }
            let isAllowed: Bool
            if let after = change.after {
                isAllowed =
                    isHead(change.name)
                    ? allowsHead(before: change.before, after: after)
                    : try isRecord(change.name) && (change.name.id ?? "").isRecordID
                        && allowsRecord(change.before, after, head: headAfter(beside: change.name), at: time)
            } else {
                isAllowed = try allowsDelete(of: change.before, head: headAfter(beside: change.name))
            }
            guard isAllowed else { throw Status.denied }
        }
    }

    private func allowsHead(before: Fields?, after: Fields) -> Bool {
        guard Self.isBounded(after) else { return false }
        guard let before else {
            guard case .integer(let sequence)? = after["seq"], sequence >= 1, case .integer? = after["gcSeq"],
                case .string? = after["epoch"], case .integer? = after["schema"]
            else { return false }
            return true
        }
        guard let next = before["seq"]?.successor, let epoch = before["epoch"] else { return false }
        return after["seq"].equals(next) && after["gcSeq"].isAtLeast(before["gcSeq"]) && after["epoch"].equals(epoch)
            && after["schema"].isAtLeast(before["schema"])
    }

    /// The kinds whose last commit the head numbers.
    private static let countedKinds = [
        "todos", "tags", "locations", "lists", "comments", "filters", "conflicts", "devices",
    ]

    /// Whether clients can compute exactly with the head's numbers.
    private static func isBounded(_ head: Fields) -> Bool {
        func isBounded(_ value: Value?) -> Bool {
            if case .integer(0...greatestNumber)? = value { true } else { false }
        }
        let last: Fields
        switch head["last"] {
        case nil: last = [:]
        case .map(let fields)?: last = fields
        default: return false
        }
        return ["seq", "gcSeq", "schema"].allSatisfy { isBounded(head[$0]) }
            && isBounded(head["gcHi"] ?? .integer(0))
            && Self.countedKinds.allSatisfy { isBounded(last[$0] ?? .integer(0)) }
    }

    private func allowsRecord(_ before: Fields?, _ after: Fields, head: Fields?, at time: Timestamp) -> Bool {
        guard let sequence = head?["seq"], after["seq"].equals(sequence) else { return false }
        if let before {
            // Greater means at least as great, but not equal.
            guard after["seq"].isAtLeast(before["seq"]), let old = before["seq"], !after["seq"].equals(old) else {
                return false
            }
        }
        return Value?.some(.integer(time.milliseconds + Self.tolerance)).isAtLeast(after["hi"])
    }

    private func allowsDelete(of before: Fields?, head: Fields?) -> Bool {
        guard let before, before["deleted"] == .boolean(true) else { return false }
        return (head?["gcSeq"]).isAtLeast(before["seq"])
    }
}

extension OwnSpaceRules {
    private func isSpace(_ name: ResourceName) -> Bool { name.segments.count == 2 && isOwn(name) }

    private func isOwn(_ name: ResourceName) -> Bool {
        !name.isShared && name.space.map { $0.elementsEqual(user.utf8) } ?? false
    }

    private func isHead(_ name: ResourceName) -> Bool { name.isHead && isOwn(name) }

    /// Whether it is a record in the user's space.
    private func isRecord(_ name: ResourceName) -> Bool { contains(name) && Self.isKind(name.segments[2]) }

    /// Whether a collection contains records: of this program, or of an app (`x-…`).
    private static func isKind(_ collection: String) -> Bool {
        // Other text may be equal to a kind in Swift, and yet be another name.
        guard collection.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        if kinds.contains(collection) { return true }
        let name = collection.utf8.dropFirst(2)
        return collection.hasPrefix("x-") && 1...40 ~= name.count
            && name.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension ResourceName {
    /// The head of the space of `user` in the database of this name.
    fileprivate func head(of user: String) throws -> ResourceName {
        try Status.naming { () throws(InvalidName) in
            try ResourceName(database: database, segments: ["users", user, "sync", "head"])
        }
    }
}
