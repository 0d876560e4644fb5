import Basics
import Foundation
import TestSupport
import Testing

@Suite("What is at a path")
struct FileStatusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is nothing only where there is nothing")
    func nothing() throws {
        try Data("x".utf8).write(to: URL(filePath: folder.file("file")))
        #expect(try FileStatus.isThere(folder.file("file")))
        #expect(try FileStatus.isThere(folder.path))
        #expect(try !FileStatus.isThere(folder.file("other")))
        #expect(try !FileStatus.isThere(folder.file("other/below")))
        #expect(try !FileStatus.isThere(folder.file("file/below")))
    }

    @Test("is unknown behind a circle of links and under too long a name, which is said")
    func unknown() throws {
        let loop = folder.file("loop")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        for path in [loop, loop + "/todo.db", folder.file(String(repeating: "x", count: 300))] {
            let error = #expect(throws: FileError.self) { try FileStatus.isThere(path) }
            #expect(error?.kind == .cannotOpen)
            #expect(error?.description.contains(path) == true)
        }
    }
}
