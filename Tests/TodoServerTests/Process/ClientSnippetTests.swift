import FirestoreWire
import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

/// The code in docs/server.md, under "Clients".
private struct Snippet: CustomTestStringConvertible, Sendable {
    let name: String
    /// What runs it: a file name's extension.
    let language: String
    /// A line of it by which it is found.
    let line: String
    /// What has to be there: the words of a shell.
    let requirement: String
    /// Whether it can use TLS.
    var usesTLS = true

    var testDescription: String { name }

    static let all = [
        Snippet(name: "fetch", language: "js", line: "await fetch(", requirement: "node --version"),
        Snippet(name: "Python alone", language: "python", line: "urllib.request", requirement: "python3 --version"),
        Snippet(
            name: "google-cloud-firestore", language: "python", line: "FirestoreRestTransport",
            requirement: "false"),
        Snippet(
            name: "@google-cloud/firestore", language: "js", line: "preferRest: true",
            requirement: #"node -e 'require("@google-cloud/firestore")'"#),
        Snippet(
            name: "firebase/firestore/lite", language: "js", line: "connectFirestoreEmulator",
            requirement: #"node -e 'require("firebase/firestore/lite")'"#, usesTLS: false),
    ]

    /// The program that runs it; nil if it cannot be run here.
    var program: String? {
        if name == "google-cloud-firestore" { return GooglePython.path }
        return GooglePython.shell(requirement) ? (language == "js" ? "node" : "python3") : nil
    }

    var text: String? {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            let document = try String(contentsOf: root.appending(path: "docs/server.md"), encoding: .utf8)
            let blocks = document.components(separatedBy: "```\(language)\n").dropFirst()
            let found = blocks.compactMap { $0.components(separatedBy: "\n```\n").first }.filter { $0.contains(line) }
            return found.count == 1 ? found[0] + "\n" : nil
        }
    }
}

extension HTTPTests {
    @Suite("the snippets of the documentation")
    struct ClientSnippets {
        @Test("each is there, once")
        func complete() throws {
            for snippet in Snippet.all { #expect(try snippet.text != nil, "\(snippet.name)") }
        }

        @Test("fetch reads with a token and TLS", .enabled(if: Snippet.all[0].program != nil, "node is not installed"))
        func fetch() async throws { try await run(Snippet.all[0]) }

        @Test(
            "Python without a package reads with a token and TLS",
            .enabled(if: Snippet.all[1].program != nil, "python3 is not installed"))
        func python() async throws { try await run(Snippet.all[1]) }

        @Test(
            "Google's client for Python reads with a token and TLS",
            .enabled(if: Snippet.all[2].program != nil, "google-cloud-firestore cannot be imported or installed"))
        func googlePython() async throws { try await run(Snippet.all[2]) }

        @Test(
            "Google's client for Node reads with a token and TLS",
            .enabled(if: Snippet.all[3].program != nil, "@google-cloud/firestore is not installed"))
        func googleNode() async throws { try await run(Snippet.all[3]) }

        @Test(
            "the lite version of Google's client for browsers reads with a token",
            .enabled(if: Snippet.all[4].program != nil, "firebase is not installed"))
        func lite() async throws { try await run(Snippet.all[4]) }

        private func run(_ snippet: Snippet) async throws {
            let folder = try TemporaryFolder()
            _ = try Certificate(in: folder.path)
            let (path, certificate) = (folder.file("server.db"), folder.file("certificate.pem"))
            let token = try ServerProcess.run("user", "add", "ann", "--database", path).output
                .trimmingCharacters(in: .newlines)
            let options = ["--tls-certificate", certificate, "--tls-key", folder.file("key.pem")]
            let server = try ServerProcess(database: path, snippet.usesTLS ? options : [])
            try await seed(server.url, token, trusting: certificate)
            let file = folder.file("snippet.\(snippet.language == "js" ? "cjs" : "py")")
            try Data(try #require(try snippet.text).utf8).write(to: URL(filePath: file))
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "exec timeout 120 \(try #require(snippet.program)) '\(file)' 2>&1"]
            process.environment = ProcessInfo.processInfo.environment.merging([
                "TODO_SERVER": server.url, "TODO_TOKEN": token, "SSL_CERT_FILE": certificate,
                "REQUESTS_CA_BUNDLE": certificate, "NODE_EXTRA_CA_CERTS": certificate,
            ]) { $1 }
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(text == "Buy milk\n")
            server.kill()
        }

        /// Stores a to-do of Ann's.
        private func seed(_ url: String, _ token: String, trusting certificate: String) async throws {
            let address = try #require(URL(string: url))
            let database = "/v1/projects/todo/databases/(default)/documents"
            var request = HTTPRequest(
                method: .post, scheme: address.scheme, authority: String(url.split(separator: "/")[1]),
                path: "\(database):commit")
            request.headerFields[.authorization] = "Bearer \(token)"
            request.headerFields[.contentType] = "application/json"
            let documents: [(String, Fields)] = [
                ("sync/head", ["seq": 1, "gcSeq": 0, "epoch": "e", "schema": 1]),
                ("todos/a", ["seq": 1, "hi": 1, "title": "Buy milk"]),
            ]
            let writes = documents.map { path, fields in
                Write(.update(Document(name: "\(database.dropFirst("/v1/".count))/users/ann/\(path)", fields: fields)))
            }
            let transport = CurlTransport(configuration: .init(certificateAuthorityFile: certificate, proxy: .none))
            let body = HTTPBody(CommitRequest(writes).json)
            let status = try? await transport.collect(request, body: body).0.status
            await transport.shutDown()
            #expect(status == .ok)
        }
    }
}
