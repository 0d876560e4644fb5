package import Foundation

/// A folder of its own for one test, gone with its last user.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Makes the folder.
    package init() throws {
        path = NSTemporaryDirectory() + "/todo-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // A database that is closed at the same time takes its log away itself, at which the removal stops.
        for _ in 0..<10 where FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// The path of a file in it.
    package func file(_ name: String = "todo.db") -> String { path + "/" + name }
}

/// The bytes of a file; nil if there is none.
package func contents(of path: String) -> Data? { FileManager.default.contents(atPath: path) }

/// The permissions of a file or folder.
package func permissions(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
