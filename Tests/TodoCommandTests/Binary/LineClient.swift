import Foundation
import JSON
import TestSupport
import Testing

/// A program that is spoken to line by line.
final class LineClient {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest: [UInt8] = []

    /// The program with the database of `todo`: by default one that runs commands.
    convenience init(_ todo: TodoProcess, _ words: [String] = ["serve", "--stdio"]) throws {
        try self.init(TodoProcess.executable, words + ["--db", todo.database.path], todo)
    }

    init(_ program: URL, _ arguments: [String], _ todo: TodoProcess) throws {
        process.executableURL = program
        process.arguments = arguments
        process.environment = todo.environment.merging(
            ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
        ) { own, _ in own }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func send(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8)) }

    /// The next line.
    func text() throws -> String {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the program has ended")
            rest += data
        }
    }

    /// The next line as JSON.
    func line() throws -> JSONValue { try JSONValue(parsing: text()) }

    func ask(_ text: String) throws -> JSONValue {
        try send(text)
        return try line()
    }

    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }

    deinit { if process.isRunning { process.terminate() } }
}
