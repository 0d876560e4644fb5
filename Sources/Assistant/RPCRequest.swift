import JSON

/// One message of JSON-RPC 2.0 that a client sends.
struct RPCRequest {
    /// The id that the answer repeats, a number or a text; nil for a notification, which has no answer.
    let id: JSONValue?
    let method: String
    let params: [String: JSONValue]

    /// The longest id, in bytes.
    private static let longestID = 256

    /// Reads a line.
    /// - Throws: ``RPCError`` for a line that is not a request.
    init(_ line: [UInt8]) throws {
        let value: JSONValue
        do { value = try JSONValue(parsing: line) } catch { throw RPCError(.parseError, "This is not JSON.") }
        guard case .object(let members) = value, members["jsonrpc"] == "2.0" else {
            throw RPCError(.invalidRequest, "A message is an object with the member jsonrpc, which is “2.0”.")
        }
        let id = try members["id"].map(Self.id)
        guard let method = members["method"]?.string, method.utf8.count <= 100 else {
            throw RPCError(.invalidRequest, "A request has a method.", id: id)
        }
        switch members["params"] {
        case nil: params = [:]
        case .object(let values): params = values
        default: throw RPCError(.invalidRequest, "The member params is an object.", id: id)
        }
        self.id = id
        self.method = method
    }

    private static func id(_ value: JSONValue) throws -> JSONValue {
        switch value {
        case .integer: value
        case .string(let text) where text.utf8.count <= longestID: value
        default: throw RPCError(.invalidRequest, "An id is a whole number, or a text of at most \(longestID) bytes.")
        }
    }
}

/// The answer of a client to a question of the server.
struct RPCReply {
    let id: JSONValue
    /// The result; nil if the client answered with an error.
    let result: JSONValue?

    /// Reads a line; nil if it is not an answer.
    init?(_ line: [UInt8]) {
        guard case .object(let members)? = try? JSONValue(parsing: line), members["method"] == nil,
            let id = members["id"],
            members["result"] != nil || members["error"] != nil
        else { return nil }
        self.id = id
        result = members["result"]
    }
}

/// The error for a request that is not understood. The refusal of a tool is a result instead, so that the model reads it.
struct RPCError: Error {
    enum Code: Int {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        /// The resource does not exist. Only revisions with a handshake use it.
        case resourceNotFound = -32002
        case unsupportedProtocolVersion = -32022
    }

    let code: Code
    let message: String
    /// The id of the request, if it could be read.
    var id: JSONValue?
    var data: JSONValue?

    init(_ code: Code, _ message: String, id: JSONValue? = nil, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.id = id
        self.data = data
    }

    var json: JSONValue {
        var members: [String: JSONValue] = ["code": .integer(Int64(code.rawValue)), "message": .string(message)]
        members["data"] = data
        return .object(members)
    }
}

/// The lines that are sent.
enum RPCLine {
    static func result(_ result: JSONValue, for id: JSONValue) -> [UInt8] {
        line(["jsonrpc": "2.0", "id": id, "result": result])
    }

    static func error(_ error: RPCError, for id: JSONValue) -> [UInt8] {
        line(["jsonrpc": "2.0", "id": id, "error": error.json])
    }

    static func request(_ method: String, _ params: JSONValue, id: JSONValue) -> [UInt8] {
        line(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    }

    static func notification(_ method: String, _ params: JSONValue) -> [UInt8] {
        line(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    private static func line(_ message: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(message)
        return writer.bytes
    }
}
