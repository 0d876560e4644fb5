import FirestoreWire
import HTTPTypes

/// A request that can be sent repeatedly.
struct FirestoreCall: Sendable {
    /// Its name in the log.
    let name: String
    let method: HTTPRequest.Method
    /// The path relative to the endpoint's base, percent-encoded, with its query.
    let path: String
    let body: [UInt8]?
    /// Whether repeating it has no further effect.
    let isRepeatable: Bool

    private init(
        _ name: String, _ method: HTTPRequest.Method, _ path: String, query: [(String, String)] = [],
        body: [UInt8]? = nil, isRepeatable: Bool
    ) {
        let query = query.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        self.name = name
        self.method = method
        self.path = query.isEmpty ? path : "\(path)?\(query)"
        self.body = body
        self.isRepeatable = isRepeatable
    }

    /// A read or a write of one resource.
    static func resource(
        _ name: String, _ method: HTTPRequest.Method, _ resource: ResourceName, query: [(String, String)] = [],
        body: (some WireCodable)? = Empty?.none, isRepeatable: Bool
    ) -> FirestoreCall {
        FirestoreCall(
            name, method, "/v1/\(resource.percentEncoded)", query: query, body: body?.json, isRepeatable: isRepeatable)
    }

    /// A method after a colon, such as `documents:commit`.
    static func method(
        _ name: String, of resource: ResourceName, body: some WireCodable, isRepeatable: Bool
    ) -> FirestoreCall {
        FirestoreCall(
            name, .post, "/v1/\(resource.percentEncoded):\(name)", body: body.json, isRepeatable: isRepeatable)
    }

    /// A wait at the change feed, whose path the server announced.
    static func changes(at path: String, space: String, after sequence: Int64) -> FirestoreCall {
        FirestoreCall(
            "changes", .get, path, query: [("space", space), ("after", String(sequence))], isRepeatable: true)
    }

    /// A wait at the change feed for one of several spaces.
    static func changes(at path: String, of spaces: [String: Int64]) -> FirestoreCall {
        let watched = spaces.sorted { $0.key < $1.key }.map { ("watch", "\($0.key)@\($0.value)") }
        return FirestoreCall("changes", .get, path, query: watched, isRepeatable: true)
    }

    /// Asks a `todo-server` whether it is healthy.
    static let health = FirestoreCall("health", .get, "/health", isRepeatable: true)

    /// The request. The content type is set even without a body, since some proxies would guess another.
    func request(to endpoint: EndpointURL, token: BearerToken?) -> HTTPRequest {
        var fields: HTTPFields = [.contentType: "application/json", .accept: "application/json"]
        if let token { fields[.authorization] = token.authorization }
        return endpoint.request(method, path, fields: fields)
    }
}
