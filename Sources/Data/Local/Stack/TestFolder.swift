import Foundation
import TodoDomain

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder of a test stack, removed with it.
final class TestFolder: Sendable {
    /// The path of its database.
    let database: String
    private let path: String

    /// - Parameter name: the prefix of the folder's name.
    /// - Throws: `usage` for a name that is not a valid file name; `cannot-open`.
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
