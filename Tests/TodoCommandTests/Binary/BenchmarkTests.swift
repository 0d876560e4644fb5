import Foundation
import Testing

@Suite("The tools of the benchmarks")
struct BenchmarkTests {
    @Test("results are kept, judged and compared as docs/performance.md says")
    func tools() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Benchmarks/tests.py").standardized.path
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-B", tests]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("OK"))
    }
}
