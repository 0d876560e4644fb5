import Foundation
import HTTPTypes
import TodoNetwork

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// A time that no exchange reaches. The timeouts of the transfer decide, because they know when the reader is slow.
    static let never: TimeInterval = 7 * 24 * 3600

    /// A checked request without its body.
    ///
    /// - Throws: `invalid-request` for a path that URLSession would change: it would request something else.
    init(_ request: HTTPCheckedRequest) throws(HTTPTransportError) {
        let segments = request.path.prefix { $0 != "?" }.lowercased().replacing("%2e", with: ".").split(separator: "/")
        guard !segments.contains("."), !segments.contains("..") else {
            throw .invalid("URLSession would remove the segments . and .. of the path")
        }
        guard let url = URL(string: request.url, encodingInvalidCharacters: false), url.absoluteString == request.url
        else { throw .invalid("the path must be percent-encoded") }
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: Self.never)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    }

    /// Adds the body. Without a body, these methods send "Content-Length: 0" (RFC 9110, 8.6).
    mutating func setBody(_ body: [UInt8]?) {
        if let body {
            httpBody = Data(body)
        } else if ["POST", "PUT", "PATCH"].contains(httpMethod) {
            httpBody = Data()
        }
    }
}

extension HTTPBody {
    /// Reads the body to its end.
    ///
    /// - Throws: The error of its source; `request-body` if it does not have the announced length or is longer than
    ///   `limit`; `cancelled`.
    func gathered(for request: HTTPCheckedRequest, upTo limit: Int) async throws -> [UInt8] {
        if let bytes { return bytes }
        func failure(_ code: HTTPTransportError.Code, _ reason: String? = nil) -> HTTPTransportError {
            HTTPTransportError(
                code, origin: request.origin.description, requestMayHaveReachedServer: false, diagnostic: reason)
        }
        var gathered: [UInt8] = []
        do {
            try await forEachChunk { chunk in
                gathered += chunk
                guard gathered.count <= length ?? limit else { throw failure(.requestBody) }
                guard gathered.count <= limit else {
                    throw failure(.requestBody, "URLSession takes streamed bodies of at most \(limit) bytes here")
                }
                guard !Task.isCancelled else { throw failure(.cancelled) }
            }
        } catch is CancellationError {
            throw failure(.cancelled)
        }
        guard length.map({ $0 == gathered.count }) ?? true else { throw failure(.requestBody) }
        return gathered
    }
}

extension HTTPResponse {
    /// The head of a response; nil if it is unreasonably large. Fields of the same name have been joined by commas.
    init?(_ response: HTTPURLResponse) {
        var fields = HTTPFields()
        var bytes = 0
        for case (let name, let value) as (String, String) in response.allHeaderFields {
            bytes += name.utf8.count + value.utf8.count
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        guard bytes <= HTTPResponseHeadParser.maximumBytes else { return nil }
        self.init(status: .init(code: response.statusCode), headerFields: fields)
    }
}
