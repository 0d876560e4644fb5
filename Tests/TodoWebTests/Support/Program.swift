import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

/// A program that serves, until it is released.
final class Program {
    let process = Process()
    private let output = Pipe()

    init(_ name: String, _ arguments: [String], database: String) throws {
        process.executableURL = TodoProcess.executable.deletingLastPathComponent().appending(path: name)
        process.arguments = arguments
        process.environment = ["TODO_DB": database, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// The first line that it prints.
    func line() async throws -> String {
        let output = output.fileHandleForReading
        return try await blocking {
            var line: [UInt8] = []
            while let byte = try output.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// Ends it as a service manager does.
    func stop() async throws -> Int32 {
        process.terminate()
        let process = process
        return try await blocking {
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}

/// Asks for a page of any server.
func get(_ url: String, cookie: String? = nil) async throws -> (status: Int, fields: HTTPFields) {
    let parts = try #require(url.firstMatch(of: #/http:\/\/([^\/]+)(\/.*)/#))
    let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: 2, proxy: .none))
    var request = HTTPRequest(method: .get, scheme: "http", authority: String(parts.1), path: String(parts.2))
    if let cookie { request.headerFields[.cookie] = cookie }
    let (response, _) = try await transport.collect(request, body: nil)
    await transport.shutDown()
    return (response.status.code, response.headerFields)
}
