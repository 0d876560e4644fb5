/// Why a file or a folder cannot be used.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    package enum Kind: Hashable, Sendable {
        /// It cannot be opened or created.
        case cannotOpen
        /// It is read-only, or its folder is.
        case readOnly
        /// It is no longer the file that was opened.
        case replaced
        /// The disk is full.
        case diskFull
        /// Its content is not valid.
        case damaged
        /// Reading or writing it failed.
        case failed
    }

    /// The kind of the failure.
    package let kind: Kind
    /// One sentence with the path of the file and the system's reason.
    package let description: String

    /// An error with one sentence.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
