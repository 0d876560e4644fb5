import Foundation
import SQLite
import TodoDomain

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension DatabaseFile {
    /// The namespace for the names of machines.
    private static let identities = UUID(
        uuid: (0x6B, 0x1E, 0x52, 0xD7, 0x0F, 0x5C, 0x4E, 0x83, 0x9A, 0x27, 0xC4, 0x35, 0x8D, 0x60, 0xF9, 0x12))

    /// Identifies the file on this machine: different for each copy, the same after a restart.
    /// - Throws: ``TodoError`` with code `cannot-open` if no descriptor is free. Without the machine's own id, the file
    ///   would count as a copy, and get another device id.
    package var identity: String {
        get throws {
            var status = stat()
            guard stat(path, &status) == 0 else { return "" }
            let machine = try Self.machineID() ?? ProcessInfo.processInfo.hostName
            // The machine's own id is confidential and not used directly, because a database may be given away
            // (machine-id(5)).
            return "\(UUID(namespace: Self.identities, name: machine).uuidString):\(status.st_ino)"
        }
    }

    /// The content of /etc/machine-id; nil if this machine has no such file.
    private static func machineID() throws -> String? {
        let descriptor = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == EMFILE || errno == ENFILE else { return nil }
            let reason = String(cString: strerror(errno))
            throw TodoError(
                .cannotOpen, "/etc/machine-id cannot be opened: \(reason). Raise the limit of open files (ulimit -n).")
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self).trimmed : nil
    }
}
