import Foundation
import HTTPTypes
import JSON
import TestSupport
import TodoNetwork

/// The chromedriver of this run, which starts browsers. It ends with the tests.
final class Chromedriver: Sendable {
    /// Started on first use.
    static let shared = Result { try Chromedriver() }

    /// The browser and its driver, if they are installed (Debian: chromium-driver with chromium or chromium-headless-shell).
    static let programs: (driver: String, browser: String)? = {
        func find(_ names: [String]) -> String? {
            let folders = ["/usr/bin", "/usr/local/bin", "/usr/lib/chromium"]
            return names.flatMap { name in folders.map { "\($0)/\(name)" } }
                .first(where: FileManager.default.isExecutableFile)
        }
        guard let driver = find(["chromedriver"]), let browser = find(["chromium-headless-shell", "chromium"]) else {
            return nil
        }
        return (driver, browser)
    }()

    let authority: String
    let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: 16, proxy: .none))
    /// Its end is the driver's end; nothing is ever written to it.
    private let lifeline: FileHandle

    private init() throws {
        guard let driver = Self.programs?.driver else { throw CocoaError(.fileNoSuchFile) }
        let port = try freePort()
        authority = "127.0.0.1:\(port)"
        let pipe = Pipe()
        lifeline = pipe.fileHandleForWriting
        // No child may keep our end open.
        _ = fcntl(lifeline.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", #""$0" --port=\#(port) --log-level=OFF & read -r _; kill $!"#, driver]
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Sends a command of WebDriver.
    /// - Returns: its `value`.
    @discardableResult
    func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        let (response, bytes) = try await transport.collect(
            request, body: (body ?? (method == .post ? [:] : nil)).map { HTTPBody($0.canonicalJSON) })
        let value = (try? JSONValue(parsing: bytes))?["value"] ?? .null
        guard response.status == .ok else {
            throw WebDriverError(
                code: value["error"]?.string ?? "\(response.status.code)", message: value["message"]?.string ?? "")
        }
        return value
    }

    /// Waits until it takes commands.
    func waitUntilReady() async {
        _ = await eventually { (try? await self.send(.get, "/status")["ready"]?.bool) ?? false }
    }
}

/// Why a command of WebDriver failed.
struct WebDriverError: Error, CustomStringConvertible {
    let code: String
    let message: String

    var description: String { "\(code): \(message.prefix(300))" }
}
