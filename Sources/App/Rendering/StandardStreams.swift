import Foundation
import TodoKit

/// The streams of the process, written by the system call itself: Foundation's file handle stops the whole program
/// if it cannot write.
enum StandardStreams {
    /// Writes data for whoever reads the standard output.
    /// - Throws: `storage` if it cannot be written.
    static func write(_ bytes: [UInt8]) throws {
        let code = write(bytes, to: STDOUT_FILENO)
        guard code != 0 else { return }
        throw TodoError(
            .storage, "The output cannot be written: \(String(cString: strerror(code))). What was to be done is done.")
    }

    /// Says something to a person. Where nobody can hear it, there is nobody to be told so.
    static func say(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

    /// Occupies the standard streams that were closed, before some file of ours gets their number and what is printed
    /// ends in it. Each is opened the wrong way round, so that using it fails as it should.
    static func occupy() {
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", mode) }
    }

    /// The system's error code, 0 for none.
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
