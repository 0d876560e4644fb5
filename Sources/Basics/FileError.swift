/// Why a file or a folder cannot be used.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Kind: Hashable, Sendable {
        /// It cannot be opened or made.
        case cannotOpen
        /// It, or what holds it, is read-only.
        case readOnly
        /// The disk has no room.
        case diskFull
        /// What is in it is not what it should be.
        case damaged
        /// Reading or writing it failed.
        case failed
    }

    /// What kind of trouble it is.
    package let kind: Kind
    /// One sentence that names the file and gives the system's reason.
    package let description: String

    /// An error with one sentence.
    package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }
}
