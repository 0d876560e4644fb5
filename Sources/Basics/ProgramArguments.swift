#if canImport(CArguments)
    import CArguments
#endif

/// The arguments with which this program was started.
///
/// `CommandLine.arguments` is empty on Linux where `/proc/self/cmdline` cannot be opened, and a program would do what it does
/// without arguments. These come from the C library, which got them from the kernel.
package enum ProgramArguments {
    /// All of them; the first is the name or the path by which the program was called. Bytes that are not valid UTF-8 are
    /// replaced, see ``areText``. Empty only where ``Surroundings/complaint`` says so.
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
