import Foundation
import TodoDomain

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder of a stack for a test: made for that one, and gone with it.
final class TestFolder: Sendable {
    /// The database in it.
    let database: String
    private let path: String

    /// - Parameter name: what the folder's name begins with.
    /// - Throws: `usage` for a name that is none of a file; `cannot-open`.
    init(name: String) throws {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
            throw TodoError(.usage, "The name of a store for a test is that of a folder, not “\(name)”.")
        }
        var template = Array((NSTemporaryDirectory() as NSString).appendingPathComponent("\(name)-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            let reason = String(cString: strerror(errno))
            throw TodoError(.cannotOpen, "No temporary folder can be made in \(NSTemporaryDirectory()): \(reason).")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        database = path + "/todo.db"
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
