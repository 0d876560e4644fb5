package import HTTPTypes

/// A validated request, as every transport sends it.
package struct HTTPCheckedRequest: Sendable {
    package let origin: HTTPOrigin
    package let url: String
    package let path: String
    package let method: HTTPRequest.Method
    package let fields: HTTPFields
    package let isIdempotent: Bool

    /// Validates a request.
    ///
    /// Everything that could end a line, start another line or move the end of the message is refused here, even if
    /// HTTPTypes and the HTTP library check it too. A smuggled header is a vulnerability; a refused request is only a
    /// bug report.
    package init(
        _ request: HTTPRequest, hasBody: Bool, userAgent: String, isIdempotent: Bool?
    ) throws(HTTPTransportError) {
        origin = try HTTPOrigin(request)
        path = request.path ?? "/"
        guard path.hasPrefix("/"), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .invalid("the path must start with / and be percent-encoded")
        }
        url = "\(origin)\(path)"
        method = request.method
        guard !hasBody || ![.get, .head, .trace].contains(request.method) else {
            throw .invalid("a \(method) request has no body")
        }
        guard request.method != .connect else { throw .invalid("CONNECT is the transport's own") }
        self.isIdempotent = isIdempotent ?? Self.idempotent.contains(request.method)
        fields = try Self.checked(request.headerFields, hasBody: hasBody, userAgent: userAgent)
    }

    /// RFC 9110, 9.2.2.
    private static let idempotent: Set<HTTPRequest.Method> = [.get, .head, .options, .trace, .put, .delete]

    /// Fields that frame the message or belong to the connection.
    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    private static func checked(
        _ fields: HTTPFields, hasBody: Bool, userAgent: String
    ) throws(HTTPTransportError) -> HTTPFields {
        var fields = fields
        if fields[.userAgent] == nil { fields[.userAgent] = userAgent }
        if hasBody, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        for field in fields {
            guard !reserved.contains(field.name.canonicalName) else {
                throw .invalid("the field \(field.name) is set by the transport")
            }
            guard field.value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == UInt8(ascii: "\t") }) else {
                throw .invalid("the field \(field.name) holds a control character")
            }
        }
        return fields
    }
}
