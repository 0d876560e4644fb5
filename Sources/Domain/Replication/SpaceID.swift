/// Names a space, to which a record belongs: the own one, or one that is shared with other people.
///
/// The same id in two spaces names two records. The ids in a record are those of its own space.
public struct SpaceID: RawRepresentable, Hashable, Sendable {
    /// The number of the space in this database. Other databases number their spaces differently.
    public let rawValue: Int64

    /// The space with a number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The own space, which nobody else sees.
    public static let own = SpaceID(rawValue: 0)
}
