import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

@Suite("A topic of ntfy")
struct NtfyTopicTests {
    /// A server that never answers: what it is asked with shows when one gives up.
    private struct Silence: HTTPTransport {
        let asked: @Sendable (HTTPRequest, HTTPOptions) -> Void

        func send(
            _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
        ) async throws -> (HTTPResponse, HTTPResponseBody) {
            asked(request, options)
            throw CancellationError()
        }
    }

    @Test("a server that is silent is given up after half a minute, and no redirect is followed")
    func bounds() async throws {
        try await confirmation { asked in
            let transport = Silence { request, options in
                #expect(options.totalTimeout == .seconds(30) && options.maximumRedirects == 0)
                #expect(request.authority == "ntfy.example.org" && request.path == "/")
                asked()
            }
            let url = "https://ntfy.example.org/my-topic"
            let topic = try #require(NtfyTopic(url: url, tokenFile: nil, transport: transport))
            await #expect(throws: CancellationError.self) {
                try await topic.publish(title: "Call", message: "due today", id: "1")
            }
        }
    }

    @Test("a token is read from a file that nobody else can read, and goes nowhere in clear text")
    func token() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("token")
        try Data("tk_secret\n".utf8).write(to: URL(filePath: file))
        #expect(NtfyTopic(url: "http://ntfy.example.org/my-topic", tokenFile: file, transport: CurlTransport()) == nil)
        for (mode, isSent) in [(0o600, true), (0o644, false)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            try await confirmation(expectedCount: isSent ? 1 : 0) { asked in
                let transport = Silence { request, _ in
                    #expect(request.headerFields[.authorization] == "Bearer tk_secret")
                    asked()
                }
                let url = "https://ntfy.example.org/my-topic"
                let topic = try #require(NtfyTopic(url: url, tokenFile: file, transport: transport))
                do {
                    try await topic.publish(title: "Call", message: "due today", id: "1")
                } catch is CredentialError {
                    #expect(!isSent)
                } catch is CancellationError {
                    #expect(isSent)
                }
            }
        }
    }

    @Test(
        "what is no topic is refused",
        arguments: [
            "", "https://ntfy.sh", "https://ntfy.sh/", "https://ntfy.sh/a b", "https://ntfy.sh/a?b=c", "ntfy.sh/a",
        ])
    func urls(url: String) { #expect(NtfyTopic(url: url, tokenFile: nil, transport: CurlTransport()) == nil) }
}
