import FirestoreWire

/// The security rules of `docs/deploy/firestore.rules`, as Google's servers evaluate them, for one signed-in user. Each
/// document is judged by the rules of its space: ``OwnSpaceRules`` or ``SharedSpaceRules``.
struct SpaceRules {
    /// The id of the user.
    let user: String

    private var own: OwnSpaceRules { OwnSpaceRules(user: user) }

    /// Throws unless the user may do `operation`.
    /// - Parameter stored: Returns the fields of a document.
    /// - Throws: PERMISSION_DENIED, and the errors of `stored`.
    func require(
        _ operation: Operation, at time: Timestamp, stored: (ResourceName) throws -> Fields?
    ) throws {
        switch operation {
        case .get(let names):
            var known: [[UInt8]: SharedSpaceRules] = [:]
            for name in names { try requireGet(name, at: time, &known, stored) }
        case .query(let selector, let parent):
            guard !selector.allDescendants else { throw Status.denied }
            guard parent.isShared else {
                guard own.allowsList(selector.collectionID, under: parent) else { throw Status.denied }
                return
            }
            guard parent.segments.count == 2,
                try SharedSpaceRules(user: user, in: parent, at: time, stored).allowsList(selector.collectionID)
            else { throw Status.denied }
        case .write(let names):
            // The resulting documents are judged with the commit.
            for name in names where !own.contains(name) && !name.isDocumentOfSharedSpace { throw Status.denied }
        case .transaction: break
        case .listCollections, .batchWrite: throw Status.denied
        }
    }

    private func requireGet(
        _ name: ResourceName, at time: Timestamp, _ known: inout [[UInt8]: SharedSpaceRules],
        _ stored: (ResourceName) throws -> Fields?
    ) throws {
        guard name.isDocumentOfSharedSpace, let space = name.space else {
            guard own.allowsGet(name) else { throw Status.denied }
            return
        }
        let rules = try known[space] ?? SharedSpaceRules(user: user, in: name.ofSpace(), at: time, stored)
        known[space] = rules
        guard try rules.allowsGet(name, stored) else { throw Status.denied }
    }

    /// Judges the documents that result from a commit, those of one space together.
    /// - Throws: PERMISSION_DENIED, and the errors of `stored`.
    func review(
        _ changes: [DocumentChange], at time: Timestamp, stored: (ResourceName) throws -> Fields?
    ) throws {
        var spaces: [[UInt8]: [DocumentChange]] = [:]
        var others: [DocumentChange] = []
        for change in changes {
            if change.name.isDocumentOfSharedSpace, let space = change.name.space {
                spaces[space, default: []].append(change)
            } else {
                others.append(change)
            }
        }
        if !others.isEmpty { try own.review(others, at: time, stored: stored) }
        for changes in spaces.values {
            try SharedSpaceRules(user: user, changes, at: time, stored).review(changes)
        }
    }
}

extension ResourceName {
    /// Whether it is directly in a collection of a shared space: `spaces/{sid}/{kind}/{id}`.
    fileprivate var isDocumentOfSharedSpace: Bool { isShared && segments.count == 4 }
}
