#if canImport(CArguments)
    import CArguments
#endif

/// The arguments with which this program was started.
///
/// They come from the C library, which has them from the kernel. `CommandLine.arguments` is empty on Linux if
/// `/proc/self/cmdline` cannot be opened; a program would then act as if it had no arguments.
package enum ProgramArguments {
    /// All arguments; the first is the name or the path by which the program was called. Invalid UTF-8 is replaced, see
    /// ``areText``. Empty only where ``Surroundings/complaint`` says so.
    package static let all: [String] = pointers.map { String(cString: $0) }

    /// Those after the name of the program.
    package static var words: [String] { Array(all.dropFirst()) }

    /// The name or the path by which the program was called; empty if that is not known.
    package static var name: String { all.first ?? "" }

    /// Whether all of them are valid UTF-8.
    package static var areText: Bool { pointers.allSatisfy { String(validatingCString: $0) != nil } }

    private static var pointers: [UnsafeMutablePointer<CChar>] {
        #if canImport(CArguments)
            let count = Int(carguments_count())
            if count > 0, let words = carguments_words() { return (0..<count).compactMap { words[$0] } }
        #endif
        return UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap { $0 }
    }
}
