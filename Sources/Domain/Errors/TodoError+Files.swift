package import Basics

// What any file refuses, and what helps.
extension TodoError.Code {
    /// The disk is full; nothing was changed.
    public static let diskFull = Self("disk-full")
    /// The database is damaged.
    public static let corrupt = Self("corrupt")
    /// The database or its folder cannot be written to.
    public static let readOnly = Self("read-only")
    /// The database cannot be opened.
    public static let cannotOpen = Self("cannot-open")
    /// The database failed in another way.
    public static let storage = Self("storage")
}

extension TodoError.Remedy {
    /// The disk needs room.
    public static let makeRoom = Self("make-room", "Make room and try again.")
    /// A backup holds what is lost.
    public static let restoreBackup = Self("restore-backup", "Restore a backup.")
    /// An examination of the database says what is wrong.
    public static let examine = Self("examine", "An examination of the database says more.")
    /// What can be read of a damaged database can be saved.
    public static let salvage = Self("salvage", "What can be read can be put into a new file.")
}

extension TodoError {
    /// The error of a file, in the same words.
    package init(_ error: FileError) {
        let code: Code =
            switch error.kind {
            case .cannotOpen: .cannotOpen
            case .readOnly: .readOnly
            case .diskFull: .diskFull
            case .damaged: .corrupt
            case .failed: .storage
            }
        self.init(code, error.description, remedies: error.kind == .damaged ? [.salvage] : [])
    }

    /// Runs `body`, and throws the error of a file as one of these.
    package static func wrappingFileErrors<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as FileError { throw TodoError(error) }
    }
}
