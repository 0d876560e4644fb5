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
    package var identity: String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "" }
        let machine =
            (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8))?.trimmed
            ?? ProcessInfo.processInfo.hostName
        // Not the machine's own id, which is confidential, whereas a database may be given away (machine-id(5)).
        return "\(UUID(namespace: Self.identities, name: machine).uuidString):\(status.st_ino)"
    }
}
