import Basics
import Foundation
import TestSupport
import Testing

@Suite("Files that appear when they are complete")
struct PendingFileTests {
    @Test("no device and no pipe is replaced by one, also behind a symbolic link")
    func devices() throws {
        let folder = try TemporaryFolder()
        let (pipe, link) = (folder.file("pipe"), folder.file("link"))
        try #require(mkfifo(pipe, 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
        for path in [pipe, link] { #expect(throws: FileError.self) { try PendingFile(path) } }
        let attributes = try FileManager.default.attributesOfItem(atPath: pipe)
        #expect(attributes[.type] as? FileAttributeType != .typeRegular)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "pipe"])
    }
}
