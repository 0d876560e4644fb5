import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

/// A method of Firestore's REST API, as the discovery document describes it: what requests and replies may contain.
///
/// Source: <https://firestore.googleapis.com/$discovery/rest?version=v1>
struct FirestoreMethod {
    /// The schema of the request's body; nil if it has none.
    let request: String?
    /// The schema of the reply, or of its elements.
    let reply: String
    /// Whether the reply is an array of messages.
    let isStreamed: Bool
    /// The parameters that may stand in the query.
    let parameters: Set<String>

    private init(
        _ request: String?, _ reply: String, isStreamed: Bool = false, parameters: Set<String> = []
    ) {
        self.request = request
        self.reply = reply
        self.isStreamed = isStreamed
        self.parameters = parameters
    }

    /// Returns the method that a request calls; nil if it is not one of the discovery document's.
    init?(_ request: HTTPRequest) {
        let path = (request.path ?? "").split(separator: "?", omittingEmptySubsequences: false).first ?? ""
        guard let start = path.range(of: "/documents")?.upperBound, path.contains("/v1/projects/") else { return nil }
        let rest = path[start...]
        // A colon in an id is percent-encoded.
        if let colon = rest.lastIndex(of: ":") {
            guard request.method == .post, let method = Self.custom[String(rest[rest.index(after: colon)...])] else {
                return nil
            }
            self = method
            return
        }
        let isDocument = rest.split(separator: "/").count.isMultiple(of: 2)
        switch (request.method, isDocument) {
        case (.get, true):
            self.init(nil, "Document", parameters: ["mask.fieldPaths", "transaction", "readTime"])
        case (.get, false):
            self.init(
                nil, "ListDocumentsResponse",
                parameters: [
                    "pageSize", "pageToken", "orderBy", "mask.fieldPaths", "transaction", "readTime", "showMissing",
                ])
        case (.post, false): self.init("Document", "Document", parameters: ["documentId", "mask.fieldPaths"])
        case (.patch, true):
            self.init(
                "Document", "Document",
                parameters: [
                    "updateMask.fieldPaths", "mask.fieldPaths", "currentDocument.exists", "currentDocument.updateTime",
                ])
        case (.delete, true):
            self.init(nil, "Empty", parameters: ["currentDocument.exists", "currentDocument.updateTime"])
        default: return nil
        }
    }

    private static let custom: [String: FirestoreMethod] = [
        "commit": .init("CommitRequest", "CommitResponse"),
        "batchWrite": .init("BatchWriteRequest", "BatchWriteResponse"),
        "batchGet": .init("BatchGetDocumentsRequest", "BatchGetDocumentsResponse", isStreamed: true),
        "runQuery": .init("RunQueryRequest", "RunQueryResponse", isStreamed: true),
        "runAggregationQuery": .init("RunAggregationQueryRequest", "RunAggregationQueryResponse", isStreamed: true),
        "listCollectionIds": .init("ListCollectionIdsRequest", "ListCollectionIdsResponse"),
        "beginTransaction": .init("BeginTransactionRequest", "BeginTransactionResponse"),
        "rollback": .init("RollbackRequest", "Empty"),
    ]

    /// Describes what is wrong with a request to this method.
    func faults(in sent: HTTPRequest, body: [UInt8]?, _ schema: FirestoreSchema) -> [String] {
        let query = (sent.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let names = query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
        let unknown = names.filter { !parameters.contains($0) }.map { "unknown parameter \($0)" }
        guard let request else { return unknown + (body?.isEmpty ?? true ? [] : ["a body where none belongs"]) }
        guard let value = try? JSONValue(parsing: body ?? []) else { return unknown + ["the body is no JSON"] }
        return unknown + schema.faults(in: value, as: request)
    }

    /// Describes what is wrong with a successful reply of this method.
    func faults(inReply bytes: [UInt8], _ schema: FirestoreSchema) -> [String] {
        guard let value = try? JSONValue(parsing: bytes) else { return ["the reply is no JSON"] }
        guard isStreamed else { return schema.faults(in: value, as: reply) }
        guard let elements = value.elements else { return ["the reply is no array"] }
        return elements.flatMap { schema.faults(in: $0, as: reply) }.filter { $0 != Self.undocumented }
    }

    /// What the emulator sends although the discovery document does not define it.
    private static let undocumented = "RunAggregationQueryResponse: unknown member done"

    /// Fails the test if a request to Firestore does not match its schema.
    static func check(_ request: HTTPRequest, body: HTTPBody?) throws {
        guard let path = request.path, path.contains("/v1/projects/") else { return }
        guard let method = FirestoreMethod(request) else {
            Issue.record("no method of Firestore: \(request.method) \(path)")
            return
        }
        let faults = method.faults(in: request, body: body?.bytes, try FirestoreSchema.shared.get())
        #expect(faults.isEmpty, "a request is not as its schema says")
    }
}

extension FirestoreSchema {
    /// Read once.
    static let shared = Result { try FirestoreSchema() }
}

/// A transport that checks every request against the schema of its method, and every successful reply if asked to.
struct CheckedTransport: HTTPTransport {
    let base: any HTTPTransport
    /// Whether the server behaves, so that its successful replies must match the schema.
    var checksReplies = false

    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        try FirestoreMethod.check(request, body: body)
        let (response, stream) = try await base.send(request, body: body, options: options)
        guard checksReplies, response.status.kind == .successful, let method = FirestoreMethod(request) else {
            return (response, stream)
        }
        let bytes = try await stream.collect(upTo: options.maximumResponseBytes)
        let faults = method.faults(inReply: bytes, try FirestoreSchema.shared.get())
        #expect(faults.isEmpty, "a reply is not as its schema says")
        return (response, HTTPResponseBody(bytes))
    }
}
