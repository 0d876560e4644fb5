package import Basics

// Errors that any file can cause, and their remedies.
extension TodoError.Code {
    /// The disk is full; nothing was changed.
    public static let diskFull = Self("disk-full")
    /// The database is damaged.
    public static let corrupt = Self("corrupt")
    /// The database or its folder cannot be written to.
    public static let readOnly = Self("read-only")
    /// The database cannot be opened.
    public static let cannotOpen = Self("cannot-open")
    /// The database was removed, or replaced by another file, while it was open. Neither file is written any longer.
    public static let databaseReplaced = Self("database-replaced")
    /// The database failed in another way.
    public static let storage = Self("storage")
    /// There is not enough memory.
    public static let outOfMemory = Self("out-of-memory")
    /// A value, or the database itself, is larger than what can be stored.
    public static let tooLarge = Self("too-large")
}

extension TodoError.Remedy {
    /// Free some disk space.
    public static let makeRoom = Self("make-room", "Free some space and try again.")
    /// A backup holds the lost data.
    public static let restoreBackup = Self("restore-backup", "Restore a backup.")
    /// A repair of the database makes it readable again.
    public static let repair = Self("repair", "Repairing the database fixes that.")
    /// An examination of the database says what is wrong.
    public static let examine = Self("examine", "Examining the database shows more.")
    /// Start the program again, to use the database that is there now.
    /// - Parameter copy: the path of a copy of the former database. Data that the new one lacks can be imported from
    ///   it. nil if there is no copy.
    public static func startAgain(merging copy: String? = nil) -> Self {
        let merging = copy == nil ? "." : ", and import what the database lacks from the copy."
        return Self("start-again", "Start the program again\(merging)", subject: copy)
    }

    /// The readable parts of a damaged database can be saved.
    public static let salvage = Self("salvage", "The readable content can be saved in a new file.")
    /// The same for a file that may not be a database at all, because nothing in it can be read.
    public static let salvageIfDamaged = Self(
        "salvage-if-damaged", "If it is a damaged database, its readable content can be saved in a new file.")
}

extension TodoError {
    /// The error of a file as a ``TodoError``.
    package init(_ error: FileError) {
        let code: Code =
            switch error.kind {
            case .cannotOpen: .cannotOpen
            case .readOnly: .readOnly
            case .replaced: .databaseReplaced
            case .diskFull: .diskFull
            case .damaged: .corrupt
            case .failed: .storage
            }
        self.init(code, error.description, remedies: error.kind == .damaged ? [.salvage] : [])
    }

    /// Runs `body` and converts the error of a file to a ``TodoError``.
    package static func wrappingFileErrors<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as FileError { throw TodoError(error) }
    }
}
