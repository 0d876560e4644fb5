import Foundation
import HTTPTypes
import Testing
import TodoNetwork

extension SignedIn {
    /// The data of the server's events of one kind, as they come.
    func events(_ name: String, after last: String? = nil) async throws -> AsyncThrowingStream<String, any Error> {
        var request = HTTPRequest(method: .get, scheme: "http", authority: site.authority, path: "/events")
        request.headerFields[.cookie] = cookie
        if let last { request.headerFields[try #require(HTTPField.Name("Last-Event-ID"))] = last }
        let (response, body) = try await site.transport.send(request, body: nil, options: HTTPOptions())
        #expect(response.status == .ok)
        #expect(response.headerFields[.contentType] == "text/event-stream")
        return AsyncThrowingStream { continuation in
            let task = Task {
                var text = ""
                do {
                    for try await chunk in body {
                        text += String(decoding: chunk, as: UTF8.self)
                        while let end = text.range(of: "\n\n") {
                            let event = text[..<end.lowerBound].split(separator: "\n")
                            text.removeSubrange(..<end.upperBound)
                            guard event.contains("event: \(name)") else { continue }
                            for line in event where line.hasPrefix("data: ") {
                                continuation.yield(String(line.dropFirst(6)))
                            }
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
