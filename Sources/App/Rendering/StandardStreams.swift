import Basics
import Foundation
import TodoKit

/// The standard streams of the process, written by system calls: Foundation's file handle aborts the program if it
/// cannot write.
enum StandardStreams {
    /// What a command writes, where it does not go to the streams of the process.
    final class Capture: Sendable {
        private let content = Locked((output: [UInt8](), messages: ""))

        /// What went to the standard output.
        var output: [UInt8] { content.withLock { $0.output } }
        /// What was said to a person.
        var messages: [String] { content.withLock { $0.messages.split(separator: "\n").map(String.init) } }

        fileprivate func write(_ bytes: [UInt8]) { content.withLock { $0.output += bytes } }
        fileprivate func say(_ text: String) { content.withLock { $0.messages += text } }
    }

    /// Set while a command runs for somebody else than the one who started the program.
    @TaskLocal static var capture: Capture?

    /// Writes data to the standard output.
    /// - Throws: `storage` if it cannot be written.
    static func write(_ bytes: [UInt8]) throws {
        if let capture { return capture.write(bytes) }
        let code = write(bytes, to: STDOUT_FILENO)
        guard code != 0 else { return }
        throw TodoError(
            .storage, "The output cannot be written: \(String(cString: strerror(code))). What was to be done is done.",
            underlying: OutputFailure())
    }

    /// Beneath the error of what cannot be printed, which says by itself that all is done.
    struct OutputFailure: Error {}

    /// Writes a message to the standard error. If that fails, there is nobody to report it to.
    static func say(_ text: String) {
        if let capture { return capture.say(text) }
        _ = write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Opens standard streams that are closed, so that no file gets their numbers and receives what is printed. Each is
    /// opened in the wrong direction, so that using it fails as it should.
    static func occupy() {
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", mode) }
    }

    /// Writes to a descriptor: the system's error code; 0 for success.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
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
