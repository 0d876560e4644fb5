import Basics
import Foundation
import TodoKit

/// The standard streams of the process, written by system calls. Foundation's file handle would abort the program if it cannot
/// write.
///
/// All output of the program passes through here, and it contains no control sequences except our own. Text that a printer has
/// not made safe with a suitable replacement (``Sanitized``) is made safe here. Only ``write(file:)`` leaves bytes unchanged.
enum StandardStreams {
    /// The output of a command that does not go to the streams of the process.
    final class Capture: Sendable {
        private let content = Locked((output: [UInt8](), messages: ""))

        /// The output to the standard output.
        var output: [UInt8] { content.withLock { $0.output } }
        /// The messages to a person.
        var messages: [String] { content.withLock { $0.messages.split(separator: "\n").map(String.init) } }

        fileprivate func write(_ bytes: [UInt8]) { content.withLock { $0.output += bytes } }
        fileprivate func say(_ text: String) { content.withLock { $0.messages += text } }
    }

    /// Set while a command runs for another client than the person who started the program.
    @TaskLocal static var capture: Capture?

    /// Writes lines of text to the standard output.
    /// - Parameter hasStyles: whether the lines contain styles.
    /// - Throws: `storage` if they cannot be written.
    static func write(lines: [String], hasStyles: Bool = false) throws {
        guard !lines.isEmpty else { return }
        try write(Array((Sanitized.output(lines.joined(separator: "\n"), hasStyles: hasStyles) + "\n").utf8))
    }

    /// Writes JSON, or complete values of it, to the standard output, with unsafe characters escaped.
    /// - Throws: `storage` if it cannot be written.
    static func write(json: [UInt8]) throws { try write(Sanitized.json(json)) }

    /// Writes a part of a requested file, such as an export, to the standard output, unchanged.
    /// - Throws: `storage` if it cannot be written.
    static func write(file bytes: [UInt8]) throws { try write(bytes) }

    private static func write(_ bytes: [UInt8]) throws {
        if let capture { return capture.write(bytes) }
        let code = write(bytes, to: STDOUT_FILENO)
        guard code != 0 else { return }
        throw TodoError(
            .storage,
            "The output cannot be written: \(String(cString: strerror(code))). The command itself has finished its work.",
            underlying: OutputFailure())
    }

    /// The underlying error if the result cannot be printed. The error itself says that the command was carried out.
    struct OutputFailure: Error {}

    /// Writes a message to the standard error. If that fails, the failure cannot be reported.
    /// - Parameter hasStyles: whether the message contains styles.
    static func say(_ text: String, hasStyles: Bool = false) {
        let text = Sanitized.output(text, hasStyles: hasStyles)
        if let capture { return capture.say(text) }
        _ = write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Draws a progress bar, which moves the cursor, on the standard error.
    static func draw(_ bar: String) { if capture == nil { _ = write(Array(bar.utf8), to: STDERR_FILENO) } }

    /// Writes a line of JSON, with unsafe characters escaped, to a descriptor that replaces the standard output.
    static func send(json line: [UInt8], to descriptor: Int32) { _ = write(Sanitized.json(line), to: descriptor) }

    /// Opens standard streams that are closed. Otherwise other files could get their numbers and receive the output. Each
    /// stream is opened in the wrong direction, so that using it fails as it should.
    static func occupy() {
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", mode) }
    }

    /// Writes to a descriptor, and returns the system's error code; 0 for success.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var rest = UnsafeRawBufferPointer(rebasing: buffer[...])
            while !rest.isEmpty {
                #if canImport(Darwin)
                    let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
                #else
                    let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                #endif
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return 0
        }
    }
}
