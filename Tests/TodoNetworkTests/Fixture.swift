import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

/// All suites that use sockets are in this one: they run one after the other, so that descriptors and threads can be
/// counted.
@Suite("HTTP", .serialized)
enum HTTPTests {}

extension HTTPRequest {
    /// A request to a scripted server.
    static func to(
        _ server: ScriptedServer, _ method: Method = .get, _ path: String = "/", scheme: String = "http",
        fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: server.authority, path: path, headerFields: fields)
    }
}

/// Runs `body`, and returns the transport error that it must end with.
func transportError(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> HTTPTransportError {
    try await #require(throws: HTTPTransportError.self, sourceLocation: sourceLocation) { try await body() }
}

/// A task that collects a response, so that the test can go on meanwhile.
func collecting(
    _ transport: any HTTPTransport, _ request: HTTPRequest, options: HTTPOptions = HTTPOptions()
) -> Task<(HTTPResponse, [UInt8]), any Error> {
    Task { try await transport.collect(request, options: options) }
}

/// Chunks produced one at a time, each when asked for, and counted.
final class CountedChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    struct Broken: Error {}

    private let chunk: [UInt8]
    private let total: Int
    private let breaksAfter: Int?
    private let produced = Counter()

    init(_ total: Int, of chunk: [UInt8], breaksAfter: Int? = nil) {
        self.chunk = chunk
        self.total = total
        self.breaksAfter = breaksAfter
    }

    var producedCount: Int { produced.value }

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    struct Iterator: AsyncIteratorProtocol {
        let sequence: CountedChunks

        mutating func next() async throws -> [UInt8]? {
            let count = sequence.produced.value
            if count == sequence.breaksAfter { throw Broken() }
            guard count < sequence.total else { return nil }
            sequence.produced.increment()
            return sequence.chunk
        }
    }
}

/// A counter shared by several threads.
///
/// Unchecked: the lock guards it.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func increment() { lock.withLock { count += 1 } }
}

/// What this process uses; nil if the system does not report it (only Linux does, in /proc).
enum ProcessUse {
    /// Without pipes: tests of other suites leave those of their child processes open for a while, at the same time.
    static var descriptors: Int? {
        let all = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return all?.count { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return target?.hasPrefix("pipe:") == false
        }
    }

    static var transportThreads: Int? {
        let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return tasks?.count { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "todo-http\n"
        }
    }

    static var residentBytes: Int? {
        let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return statm?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
    }
}

/// Runs a tool and returns what it writes.
func run(_ tool: String, _ arguments: [String], in folder: URL? = nil) throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(tool) failed")
    return bytes
}
