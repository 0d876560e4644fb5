import HTTPTypes

/// A validated request in libcurl's form.
struct CurlRequest: Sendable {
    let origin: HTTPOrigin
    let url: String
    let method: String
    let headerLines: [String]
    let isIdempotent: Bool

    /// Validates a request.
    ///
    /// Everything that could end a line, start another one or move the end of the message is refused here, even if
    /// HTTPTypes and libcurl check it too: a smuggled header is a vulnerability, a refused request is a bug report.
    init(
        _ request: HTTPRequest, hasBody: Bool, userAgent: String, isIdempotent: Bool?
    ) throws(HTTPTransportError) {
        origin = try HTTPOrigin(request)
        let path = request.path ?? "/"
        guard path.hasPrefix("/"), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .invalid("the path must start with / and be percent-encoded")
        }
        url = "\(origin)\(path)"
        method = request.method.rawValue
        guard !hasBody || ![.get, .head, .trace].contains(request.method) else {
            throw .invalid("a \(method) request has no body")
        }
        guard request.method != .connect else { throw .invalid("CONNECT is the transport's own") }
        self.isIdempotent = isIdempotent ?? Self.idempotent.contains(request.method)
        headerLines = try Self.lines(request.headerFields, hasBody: hasBody, userAgent: userAgent)
    }

    /// RFC 9110, 9.2.2.
    private static let idempotent: Set<HTTPRequest.Method> = [.get, .head, .options, .trace, .put, .delete]

    /// Fields that frame the message or belong to the connection.
    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    private static func lines(
        _ fields: HTTPFields, hasBody: Bool, userAgent: String
    ) throws(HTTPTransportError) -> [String] {
        var fields = fields
        if fields[.userAgent] == nil { fields[.userAgent] = userAgent }
        if hasBody, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        // libcurl would wait a second for a "100 Continue" that many servers never send.
        var lines = ["Expect:"]
        for field in fields {
            guard !reserved.contains(field.name.canonicalName) else {
                throw .invalid("the field \(field.name) is set by the transport")
            }
            guard field.value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == UInt8(ascii: "\t") }) else {
                throw .invalid("the field \(field.name) holds a control character")
            }
            // "Name:" would make libcurl remove the field; "Name;" sends it empty.
            lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        return lines
    }
}
