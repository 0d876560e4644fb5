import Foundation
import JSON

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Google's Firestore emulator, if it is installed: one for all tests of a run.
///
/// A shell watches over it. The shell waits for the end of its standard input, which comes when this process ends for
/// whatever reason, and then kills the emulator. (Linux's parent-death signal would not do: it is sent when a thread
/// ends.)
package final class FirestoreEmulator: Sendable {
    /// The emulator of this run, started on first use.
    package static let shared = Result { try FirestoreEmulator() }

    /// Whether it can be started here.
    package static var isInstalled: Bool { jar != nil }

    /// The port it listens on, a moment after the start.
    package let port: Int

    /// Its end is the emulator's end; nothing is ever written to it.
    private let lifeline: FileHandle

    private static let jar: String? = {
        if let path = ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_JAR"] { return path }
        return try? output(of: "command -v java >&2 && dpkg -L google-cloud-cli-firestore-emulator")
            .split(separator: "\n").first { $0.hasSuffix("/cloud-firestore-emulator.jar") }.map(String.init)
    }()

    private init() throws {
        guard let jar = Self.jar else { throw CocoaError(.fileNoSuchFile) }
        let (socket, port) = try Posix.listen()
        close(socket)
        self.port = port
        let script = """
            java -Xmx512m -cp "$0" com.google.cloud.datastore.emulator.firestore.CloudFirestore \
            --host=127.0.0.1 --port=\(port) --websocket_port=0 & read -r _; kill -KILL $!
            """
        let pipe = Pipe()
        lifeline = pipe.fileHandleForWriting
        // No child may keep our end open.
        _ = fcntl(lifeline.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, jar]
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Loads the product's security rules for a project, once the emulator answers.
    package func loadRules(project: String) async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../docs/deploy/firestore.rules")
        let rules = JSONValue.string(try String(contentsOf: file, encoding: .utf8))
        let body: JSONValue = ["rules": ["files": [["name": "firestore.rules", "content": rules]]]]
        let text = body.canonicalJSON
        let head = [
            "PUT /emulator/v1/projects/\(project):securityRules HTTP/1.1", "Host: 127.0.0.1:\(port)",
            "Content-Type: application/json", "Content-Length: \(text.utf8.count)",
        ]
        let port = port
        let isLoaded = await eventually {
            let connection = try? RawConnection("127.0.0.1:\(port)")
            connection?.send(head.joined(separator: "\r\n") + "\r\n\r\n" + text)
            if connection?.readAnswer()?.starts(with: Array("HTTP/1.1 200".utf8)) == true { return true }
            try? await Task.sleep(for: .milliseconds(100))
            return false
        }
        guard isLoaded else { throw CocoaError(.fileReadUnknown) }
    }

    /// A token of a user as the emulator accepts it, without a signature.
    package static func token(of user: String, project: String) -> String {
        func part(_ json: JSONValue) -> String {
            Data(json.canonicalJSON.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        let claims: JSONValue = [
            "sub": .string(user), "user_id": .string(user), "iat": 1_700_000_000, "exp": 4_000_000_000,
            "aud": .string(project), "iss": .string("https://securetoken.google.com/\(project)"),
        ]
        return "\(part(["alg": "none", "typ": "JWT"])).\(part(claims))."
    }

    private static func output(of command: String) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
