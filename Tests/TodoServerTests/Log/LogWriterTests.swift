import Foundation
import TestSupport
import Testing
import TodoServer

#if canImport(Glibc)
    import Glibc
#endif

@Suite("writing the log")
struct LogWriterTests {
    /// Reads from a pipe until `isEnough`.
    private static func read(_ pipe: Pipe, until isEnough: (String) -> Bool) -> String {
        var text = ""
        while !isEnough(text) {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        return text
    }

    private static func writer(_ descriptor: Int32) -> LogWriter {
        LogWriter(to: descriptor) { Array("dropped \($0)\n".utf8) }
    }

    @Test("where nobody reads, nobody waits: what is too much is dropped, and whoever reads later learns how much")
    func unread() throws {
        let pipe = Pipe()
        let writer = Self.writer(pipe.fileHandleForWriting.fileDescriptor)
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 99_999) + [UInt8(ascii: "\n")]
        for _ in 0..<100 { writer.write(line) }
        // Nobody reads yet.
        writer.flush(within: .milliseconds(1))
        func counts(_ text: String) -> (written: Int, dropped: Int) {
            let lines = text.split(separator: "\n")
            let dropped = lines.compactMap { $0.hasPrefix("dropped ") ? Int($0.dropFirst(8)) : nil }
            return (lines.count { $0.utf8.count == 99_999 }, dropped.reduce(0, +))
        }
        let text = Self.read(pipe) { text in
            let (written, dropped) = counts(text)
            return text.hasSuffix("\n") && written + dropped >= 100
        }
        let (written, dropped) = counts(text)
        #expect(dropped > 0 && written + dropped == 100)
        writer.write(Array("again\n".utf8))
        #expect(Self.read(pipe) { $0.hasSuffix("\n") } == "again\n")
    }

    @Test(
        "where nothing can be written, it is counted, and told as soon as something can",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func full() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        let writer = Self.writer(descriptor)
        for _ in 0..<7 { writer.write(Array("lost\n".utf8)) }
        writer.flush(within: .seconds(600))
        let pipe = Pipe()
        dup2(pipe.fileHandleForWriting.fileDescriptor, descriptor)
        writer.write(Array("kept\n".utf8))
        #expect(Self.read(pipe) { $0.hasSuffix("7\n") } == "kept\ndropped 7\n")
    }
}
