package import Basics

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
        self.init(code, error.description)
    }

    /// Runs `body`, and throws the error of a file as one of these.
    package static func wrappingFileErrors<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as FileError { throw TodoError(error) }
    }
}
