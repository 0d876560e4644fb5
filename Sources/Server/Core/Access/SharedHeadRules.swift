import FirestoreWire

/// The rules for the head of a shared space, which orders its commits and names its members.
struct SharedHeadRules {
    /// The roles of members.
    static let roles = ["owner", "editor", "viewer"]
    private static let maximumMembers = 50
    /// The greatest number in a head. Beyond it, doubles skip numbers, and other clients use doubles.
    private static let greatestNumber: Int64 = 1 << 53
    /// The latest version of the wire that these rules know.
    private static let latestSchema: Int64 = 3
    private static let maximumRing = (entries: 64, letters: 8192)

    private let space: SharedSpaceRules
    /// The head that the commit leaves.
    private let new: Fields

    /// The rules for the head `new` in `space`.
    init(_ space: SharedSpaceRules, _ new: Fields) {
        self.space = space
        self.new = new
    }

    /// Whether the head may take the place of `old`, or of none for nil.
    func allows(_ old: Fields?) -> Bool {
        guard let old else { return begins }
        guard let next = old["seq"]?.successor, new["seq"].equals(next), isWithinBounds,
            case .map(let last)? = old["last"], countsAll(since: last)
        else { return false }
        return works(old) || governs(old) || leaves(old) || joins(old)
    }

    private var user: String { space.user }

    private var begins: Bool {
        guard space.id.isSpaceID, new["members"] == .map(Fields([(user, .string("owner"))])), new["seq"].equals(1),
            new["gcSeq"].equals(0), case .string? = new["epoch"]
        else { return false }
        return isWithinBounds && countsAll(since: [:])
            && new.consists(of: [
                "seq", "epoch", "schema", "gcSeq", "gcHi", "last", "ring", "members", "encrypted", "k", "mac", "sum",
            ])
    }

    /// Work changes no one's rights, collects nothing and raises no version.
    private func works(_ old: Fields) -> Bool {
        Self.isOpen(old) && ["owner", "editor"].contains(SharedSpaceRules.role(of: user, in: old))
            && new.isEqual(to: old, except: ["seq", "ring", "last", "restored", "mac", "sum"])
    }

    /// Owners also collect, change members, rotate the key, raise the version, close and name a successor.
    private func governs(_ old: Fields) -> Bool {
        guard Self.isOpen(old), SharedSpaceRules.role(of: user, in: old) == "owner", hasRoles,
            let nextKey = old["k"]?.successor, case .boolean = new["closed"] ?? false
        else { return false }
        return new["gcSeq"].isAtLeast(old["gcSeq"]) && new["schema"].isAtLeast(old["schema"])
            && new["k"].isAtLeast(old["k"]) && Value?.some(nextKey).isAtLeast(new["k"])
            && new.isEqual(
                to: old,
                except: [
                    "seq", "ring", "last", "restored", "mac", "sum", "gcSeq", "gcHi", "members", "schema", "k",
                    "closed",
                    "successor",
                ])
    }

    /// Leaving takes away one's own entry and nothing else, in a closed space too.
    private func leaves(_ old: Fields) -> Bool {
        SharedSpaceRules.isMember(user, of: old) && !SharedSpaceRules.isMember(user, of: new) && changesOnlyUser(old)
            && hasRoles && new.isEqual(to: old, except: ["seq", "ring", "last", "mac", "sum", "members"])
    }

    /// Joining adds one's own entry, with the role of the link whose secret one shows, and uses it up.
    private func joins(_ old: Fields) -> Bool {
        guard Self.isOpen(old), changesOnlyUser(old),
            case .map(let members)? = new["members"], members.count <= Self.maximumMembers,
            let link = space.link, let role = link.before?["role"], members[user].equals(role),
            (link.before?["expires"]).isGreater(than: .timestamp(space.time)), let left = link.before?["left"]
        else { return false }
        if Value?.some(left).equals(1) {
            guard link.after == nil else { return false }
        } else {
            guard case .integer(let left) = left, (link.after?["left"]).equals(.integer(left - 1)) else { return false }
        }
        return new.isEqual(to: old, except: ["seq", "ring", "last", "mac", "sum", "members"])
    }

    private static func isOpen(_ old: Fields) -> Bool { (old["closed"] ?? false) == false }

    /// Whether the members of both are the same, except for the user.
    private func changesOnlyUser(_ old: Fields) -> Bool {
        guard case .map(let before)? = old["members"], case .map(let after)? = new["members"] else { return false }
        return after.isEqual(to: before, except: [user])
    }

    /// Whether each member has a role, and one of them is an owner.
    private var hasRoles: Bool {
        guard case .map(let members)? = new["members"] else { return false }
        return members.count <= Self.maximumMembers && members.contains { $0.value == "owner" }
            && members.allSatisfy { member in Self.roles.contains { member.value == .string($0) } }
    }
}

// The numbers and texts of a head.
extension SharedHeadRules {
    private var isWithinBounds: Bool {
        func isSmall(_ name: String) -> Bool {
            if case .integer(0...Self.greatestNumber)? = new[name] { true } else { false }
        }
        func isText(_ name: String, _ maximum: Int) -> Bool {
            if case .string(let text) = new[name] ?? "" { text.utf16.count <= maximum } else { false }
        }
        guard ["seq", "gcSeq", "gcHi", "schema", "k"].allSatisfy(isSmall),
            case .integer(...Self.latestSchema)? = new["schema"], case .array(let ring)? = new["ring"],
            ring.count <= Self.maximumRing.entries
        else { return false }
        // With a comma after each entry but the last.
        var letters = -1
        for entry in ring {
            guard case .string(let text) = entry, !text.isEmpty, !text.utf8.contains(UInt8(ascii: ",")) else {
                return false
            }
            letters += text.utf16.count + 1
        }
        return letters <= Self.maximumRing.letters && ["restored", "mac", "sum"].allSatisfy { isText($0, 128) }
            && isText("successor", 64) && new["encrypted"] == .boolean(new["mac"] != nil)
    }

    /// Whether each kind is counted with the number of this commit, or as before. A smaller number hides commits from
    /// devices that were away, and a greater one would hide those to come.
    private func countsAll(since before: Fields) -> Bool {
        guard case .map(let last)? = new["last"], last.consists(of: SharedSpaceRules.countedKinds) else { return false }
        return SharedSpaceRules.countedKinds.allSatisfy { kind in
            guard case .integer(let count) = last[kind] ?? 0 else { return false }
            return new["seq"].equals(.integer(count)) || Value?.some(before[kind] ?? 0).equals(.integer(count))
        }
    }
}

extension String {
    /// Whether it can be the id of a shared space: 26 digits in base 32, `0` to `9` and `a` to `v`.
    fileprivate var isSpaceID: Bool {
        utf8.count == 26
            && utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "v") ~= $0
            }
    }
}
