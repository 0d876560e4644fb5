import ArgumentParser
import Foundation
import HTTPTypes
import JSON
import TodoNetwork

/// `todo-server health`.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health", abstract: "Ask a running server whether it can read and write its database.",
        discussion: """
            Prints nothing if all is well. The status is 69 if no server answers within five seconds, and 74 if the server \
            answers that it cannot read or write.
            """)

    @Argument(help: "The address of the server.")
    var url = "http://127.0.0.1:8080"

    @Option(help: ArgumentHelp("Trust these authorities (PEM).", valueName: "file"), completion: .file())
    var caFile: String?

    func run() async throws {
        try await Failure.handling {
            let request = try request()
            let transport = CurlTransport(configuration: .init(certificateAuthorityFile: caFile, proxy: .none))
            let options = HTTPOptions(
                connectTimeout: .seconds(5), totalTimeout: .seconds(5), maximumResponseBytes: 1 << 10)
            do {
                let (response, body) = try await transport.collect(request, options: options)
                guard response.status != .ok else { return }
                guard let trouble = (try? JSONValue(parsing: body))?["error"]?["message"]?.string else {
                    throw Failure(.unreachable, "\(url) answers with \(response.status.code); it is not a todo-server.")
                }
                throw Failure(.storage, trouble)
            } catch let error as HTTPTransportError {
                throw Failure(.unreachable, "\(error)")
            }
        }
    }

    private func request() throws -> HTTPRequest {
        // No token is sent, so it may be clear text.
        _ = try FirestoreDatabase(projectID: "todo", url: url, allowsClearText: true)
        let address = URLComponents(string: url)
        return HTTPRequest(
            method: .get, scheme: address?.scheme?.lowercased(),
            authority: [address?.percentEncodedHost, address?.port?.description].compactMap(\.self).joined(
                separator: ":"),
            path: "\(address?.percentEncodedPath ?? "")/health".replacing("//", with: "/"))
    }
}
