import Foundation
import TodoKit

/// The standard input and output of a program that another program speaks to line by line. The client's streams are moved to
/// other descriptors, so that commands cannot read or write them.
struct ClientStreams {
    /// Reads the requests of the client.
    let reader: LineReader
    /// The output for answers.
    let output: Int32

    /// Takes the standard streams.
    /// - Throws: `storage`.
    static func take() throws -> ClientStreams {
        let (input, output, nothing) = (dup(STDIN_FILENO), dup(STDOUT_FILENO), open("/dev/null", O_RDONLY))
        guard input >= 0, output >= 0, dup2(nothing, STDIN_FILENO) >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw TodoError(.storage, "The standard streams cannot be used: \(String(cString: strerror(errno))).")
        }
        signal(SIGPIPE, SIG_IGN)
        return ClientStreams(reader: LineReader(descriptor: input), output: output)
    }
}

extension LineReader {
    /// Calls `body` with each line that is not blank, and returns when the input ends.
    func forEachLine(_ body: (Line) async -> Void) async {
        while let line = await next() {
            if case .text(let bytes) = line, Self.isBlank(bytes) { continue }
            await body(line)
        }
    }

    /// Whether a line contains only white space.
    static func isBlank(_ line: [UInt8]) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    }
}
