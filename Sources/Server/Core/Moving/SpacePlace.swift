package import FirestoreWire

/// Which space is moved: that of a user, or one that several people share.
package enum SpacePlace: Equatable, Sendable {
    /// `users/{name}`.
    case user(String)
    /// `spaces/{id}`.
    case shared(String)

    /// The space at this document; nil if it is none.
    package init?(root: ResourceName) {
        guard root.segments.count == 2, let id = root.id else { return nil }
        switch root.segments[0] {
        case "users": self = .user(id)
        case "spaces": self = .shared(id)
        default: return nil
        }
    }

    /// The ids of the document above the space.
    package var segments: [String] {
        switch self {
        case .user(let name): ["users", name]
        case .shared(let id): ["spaces", id]
        }
    }
}
