/// A part of Google's messages that is not implemented here, and without which the message would mean something else.
package enum UnsupportedPart: Error, Equatable, Sendable {
    /// The search for the nearest vectors in a query.
    case findNearest
}

extension UnsupportedPart: CustomStringConvertible {
    /// The part for people, with Google's name of it.
    package var description: String {
        switch self {
        case .findNearest: "vector search (findNearest)"
        }
    }
}
