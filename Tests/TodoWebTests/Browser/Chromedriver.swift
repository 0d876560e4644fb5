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
    ///
    /// The browser is the program itself. Debian has scripts of the same names in /usr/bin; the driver ends what it started,
    /// and a script that does not `exec` leaves its browser running.
    static let programs: (driver: String, browser: String)? = {
        func find(_ paths: [String]) -> String? { paths.first(where: FileManager.default.isExecutableFile) }
        guard let driver = find(["/usr/bin/chromedriver", "/usr/local/bin/chromedriver"]),
            let browser = find(["/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium"])
        else { return nil }
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
        // Asked to end, it ends its browsers first.
        let script = """
            "$0" --port=\(port) --log-level=OFF & read -r _; kill $!
            for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 $! || exit 0; sleep 0.3; done; kill -KILL $!
            """
        process.arguments = ["-c", script, driver]
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
