/// What a member of a shared space may do there.
public enum SpaceRole: String, Sendable, CaseIterable {
    /// Edits, invites and removes members, and collects deletions.
    case owner
    /// Edits.
    case editor
    /// Reads.
    case viewer
}

/// Whether a shared space is still synced. An inactive space keeps its records here, and nobody can edit them.
public enum SpaceState: String, Sendable, CaseIterable {
    /// It is synced.
    case active
    /// An owner has removed this person, or the remote does not know this person as a member.
    case removed
    /// This person has left.
    case left
    /// An owner has ended the sharing.
    case ended
    /// Another space has taken its place.
    case renewed
}
