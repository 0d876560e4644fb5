import Foundation
import HTTPTypes
import JSON

/// A topic of an ntfy server, to which messages are published as JSON (<https://docs.ntfy.sh/publish/#publish-as-json>).
package struct NtfyTopic: Sendable {
    private let server: EndpointURL
    private let topic: String
    private let tokenFile: SecretFile?
    private let transport: any HTTPTransport

    /// A topic by its URL, such as `https://ntfy.sh/my-topic`.
    /// - Parameters:
    ///   - url: the server, and the topic as the last part of the path.
    ///   - tokenFile: a file of mode 0600 with an access token; nil for none.
    ///   - transport: sends the requests.
    /// - Returns: nil if the URL has another form, or if a token would be sent in clear text.
    package init?(url: String, tokenFile: String?, transport: any HTTPTransport) {
        guard let whole = EndpointURL(url), let slash = url.lastIndex(of: "/"),
            case let topic = String(url[url.index(after: slash)...]), !topic.isEmpty,
            whole.basePath.hasSuffix("/" + topic),
            topic.unicodeScalars.allSatisfy(Self.isAllowed),
            let server = EndpointURL(String(url[..<slash])), tokenFile == nil || !server.isClearText
        else { return nil }
        self.server = server
        self.topic = topic
        self.transport = transport
        self.tokenFile = tokenFile.map { SecretFile(path: $0) }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
    }

    /// Publishes a message. It replaces an earlier message with the same id, if the server supports that.
    /// - Parameters:
    ///   - title: one line.
    ///   - message: longer text.
    ///   - id: 1 to 64 letters, digits, `-` and `_`.
    /// - Throws: ``CredentialError`` for the token; ``HTTPTransportError``; ``Refused``.
    package func publish(title: String, message: String, id: String) async throws {
        var fields: HTTPFields = [.contentType: "application/json"]
        if let token = try token() { fields[.authorization] = "Bearer \(token)" }
        let body: JSONValue = [
            "topic": .string(topic), "title": .string(title), "message": .string(message), "sequence_id": .string(id),
        ]
        let (response, _) = try await transport.collect(
            server.request(.post, "/", fields: fields), body: HTTPBody(body.canonicalJSON),
            options: HTTPOptions(totalTimeout: .seconds(30), maximumResponseBytes: 1 << 20))
        guard response.status.kind == .successful else { throw Refused(status: response.status.code) }
    }

    /// Checks that the token can be read.
    /// - Throws: ``CredentialError``.
    package func checkToken() throws { _ = try token() }

    private func token() throws -> String? {
        guard let tokenFile else { return nil }
        guard let token = try tokenFile.read()?.revealed.trimmingCharacters(in: .whitespacesAndNewlines), !token.isEmpty
        else { throw CredentialError(.unreadableFile, tokenFile.path) }
        return token
    }

    /// The server did not take a message.
    package struct Refused: Error {
        /// The status of its response.
        package let status: Int
    }
}
