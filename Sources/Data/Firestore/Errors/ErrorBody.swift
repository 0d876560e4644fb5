package import JSON

/// The body of an error reply, and an error element of an array:
/// `{"error": {"code": 404, "message": "...", "status": "NOT_FOUND", "details": [...]}}`.
package struct ErrorBody: Equatable, Sendable {
    /// The error.
    package var status: Status

    /// The body for `status`.
    package init(_ status: Status) { self.status = status }
}

extension ErrorBody: WireCodable {
    /// Reads a body.
    /// - Throws: `JSONError` also if there is no member `error`.
    package init(from reader: inout JSONReader) throws {
        try self.init(from: &reader, otherwise: .unknown)
    }

    /// Reads a body; if it does not say the code, that is `fallback`.
    init(from reader: inout JSONReader, otherwise fallback: StatusCode) throws {
        var status: Status?
        try reader.message { key, reader in
            switch key {
            case "error": status = try Self.status(of: &reader, otherwise: fallback)
            default: try reader.unknownMember()
            }
        }
        guard let status else { throw reader.fault("an error body without an error") }
        self.init(status)
    }

    /// Reads the member `error`. The code comes from the name, or else from the number, which is the HTTP status, or
    /// the canonical code if it is small. OAuth uses a plain name instead (`"error": "invalid_grant"`).
    static func status(of reader: inout JSONReader, otherwise fallback: StatusCode = .unknown) throws -> Status {
        guard try reader.peek() == .object else {
            try reader.skip()
            return Status(fallback)
        }
        var status = Status(fallback)
        var numbered: StatusCode?
        var named: StatusCode?
        try reader.message { key, reader in
            switch key {
            case "code":
                let number = Int(try reader.int32())
                numbered = StatusCode(rawValue: number) ?? StatusCode(httpStatus: number)
            case "message": status.message = try reader.string()
            case "status": named = StatusCode(name: try reader.string())
            case "details": try reader.array { status.details.append(try $0.value()) }
            default: try reader.unknownMember()
            }
        }
        // An error with the code of a success does not say what it is.
        if let code = named ?? numbered, code != .ok { status.code = code }
        return status
    }

    /// Writes the body.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            $0.key("error")
            $0.message {
                $0.key("code")
                $0.integer(status.code.httpStatus)
                $0.member("message", status.message)
                $0.member("status", status.code.name)
                $0.writeDetails(status.details)
            }
        }
    }
}

extension Status {
    /// The error of a reply with `httpStatus`, which is not a success: from the body, an object or an array that begins
    /// with one; or from the HTTP status, if the body is empty, HTML or anything else.
    package init(errorBody body: some Sequence<UInt8>, httpStatus: Int) {
        let assumed = StatusCode(httpStatus: httpStatus)
        let fallback = assumed == .ok ? .unknown : assumed
        let read = try? JSONReader.read(body) { reader in
            guard try reader.peek() == .array else { return try ErrorBody(from: &reader, otherwise: fallback).status }
            var first: Status?
            try reader.array { reader in
                let status = try ErrorBody(from: &reader, otherwise: fallback).status
                first = first ?? status
            }
            return first
        }
        self = (read ?? nil) ?? Status(fallback, "The server answered with HTTP \(httpStatus).")
    }
}
