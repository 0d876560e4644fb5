/// Why a text is not a valid name of a field, a document or a collection.
///
/// Source of the limits: <https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields>
public enum InvalidName: Error, Equatable, Sendable {
    /// A segment is empty.
    case emptySegment
    /// A segment is longer than 1,500 bytes.
    case segmentTooLong
    /// A document or collection id contains `/`, or is `.` or `..`.
    case forbiddenID
    /// An id has the form `__name__`, which Firestore reserves.
    case reservedID
    /// The name is too long, in bytes or in segments.
    case tooLong
    /// The text does not have the form of such a name.
    case malformed

    /// A stable name for scripts and logs.
    public var code: String {
        switch self {
        case .emptySegment: "empty-segment"
        case .segmentTooLong: "segment-too-long"
        case .forbiddenID: "forbidden-id"
        case .reservedID: "reserved-id"
        case .tooLong: "name-too-long"
        case .malformed: "malformed-name"
        }
    }
}

extension InvalidName: CustomStringConvertible {
    /// A sentence for people, without the name.
    public var description: String {
        switch self {
        case .emptySegment: "A segment of the name is empty."
        case .segmentTooLong: "A segment of the name is longer than 1500 bytes."
        case .forbiddenID: "An id must not contain '/', and must be neither '.' nor '..'."
        case .reservedID: "An id must not begin and end with '__'."
        case .tooLong: "The name is too long."
        case .malformed: "The name is malformed."
        }
    }
}
