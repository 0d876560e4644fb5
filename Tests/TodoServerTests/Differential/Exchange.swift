import Foundation
import HTTPTypes
import JSON

/// A request that is sent to two servers. What only a server knows is a placeholder: `<update:c/a>` for the time of a
/// document's last change, `<page>` for the last page token and `<transaction>` for the last transaction.
struct Exchange {
    var method: HTTPRequest.Method
    /// What follows `documents` in the path.
    var path: String
    var body: JSONValue?
    /// A body that is not a JSON value.
    var rawBody: String?

    /// Whether it leaves the documents unchanged, so that the next request finds the same on both servers.
    var isRead: Bool { method == .get || path.contains(":run") || path.hasSuffix(":batchGet") }

    init(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) {
        self.method = method
        self.path = path
        self.body = body
    }
}

/// One of two servers that receive the same requests, and what only it knows.
struct Contender {
    let endpoint: Endpoint
    let documents: String
    /// The user who sends the requests.
    var authorization = "Bearer owner"
    private let prefix: String
    private var updateTimes: [String: String] = [:]
    private var pageToken = ""
    private var transaction = ""
    /// The server's own times in the order in which it reported them.
    private var times: [String: Int] = [:]

    init(_ endpoint: Endpoint, project: String) {
        self.endpoint = endpoint
        documents = "/v1/projects/\(project)/databases/(default)/documents"
        prefix = "projects/\(project)/databases/(default)/documents/"
    }

    /// The answer, without what two servers cannot share.
    mutating func answer(to exchange: Exchange) async throws -> (status: Int, body: JSONValue, text: String) {
        let body = (exchange.rawBody ?? exchange.body?.canonicalJSON).map(fill)
        let reply = try await endpoint.send(
            exchange.method, documents + fill(exchange.path), body, authorization: authorization)
        if exchange.path.contains("pageSize=") { pageToken = reply.json["nextPageToken"]?.string ?? "" }
        learn(from: reply.json)
        return (reply.status, normalized(Self.withoutVerified(reply.json, exchange)), reply.text)
    }

    /// Without the times of documents that are only verified: for a missing document the emulator reports when it was
    /// deleted, or when the request came.
    private static func withoutVerified(_ json: JSONValue, _ exchange: Exchange) -> JSONValue {
        guard case .object(var members) = json, case .array(var results)? = members["writeResults"] else { return json }
        for (index, write) in zip(results.indices, exchange.body?["writes"]?.elements ?? [])
        where write["verify"] != nil {
            results[index] = [:]
        }
        members["writeResults"] = .array(results)
        return .object(members)
    }

    private func fill(_ text: String) -> String {
        var text = text.replacing("<page>", with: pageToken).replacing("<transaction>", with: transaction)
            .replacing("<documents>", with: String(prefix.dropLast()))
        while let start = text.range(of: "<update:"), let end = text[start.upperBound...].firstIndex(of: ">") {
            let name = String(text[start.upperBound..<end])
            text.replaceSubrange(start.lowerBound...end, with: updateTimes[name] ?? "2020-01-01T00:00:00Z")
        }
        return text
    }

    private mutating func learn(from json: JSONValue) {
        if let id = json["transaction"]?.string { transaction = id }
        // Only a document that exists: for a missing one the emulator reports when it was deleted.
        if let name = json["name"]?.string, json["createTime"] != nil, let time = json["updateTime"]?.string {
            updateTimes[String(name.dropFirst(prefix.count))] = time
        }
        for element in json.elements ?? json.members.map({ Array($0.values) }) ?? [] { learn(from: element) }
    }

    private mutating func normalized(_ json: JSONValue) -> JSONValue {
        switch json {
        case .array(let elements):
            var result: [JSONValue] = []
            for element in elements { result.append(normalized(element)) }
            return .array(result)
        case .object(let members):
            var result: [String: JSONValue] = [:]
            // For a missing document the emulator reports when it was deleted; we store nothing about it.
            let isMissing = members["name"] != nil && members["createTime"] == nil
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                switch key {
                // The text of an error is ours; `done` of an aggregation is not in any description of the API.
                // The emulator reports skipped results twice, or not at all, if it searches several ranges.
                case "message", "done", "readTime", "code", "skippedResults": continue
                case "updateTime" where isMissing: continue
                case "nextPageToken", "transaction": result[key] = "<some>"
                case "createTime", "updateTime", "commitTime": result[key] = .string(ordinal(value.string ?? ""))
                case "timestampValue" where (value.string ?? "") > "2026": result[key] = "<now>"
                case "referenceValue", "name", "missing":
                    result[key] = .string((value.string ?? "").replacing(prefix, with: ""))
                default: result[key] = normalized(value)
                }
            }
            return .object(result)
        case .integer(let value): return .double(Double(value))
        default: return json
        }
    }

    /// A time as the number of times that came before it: equal if the server's times are equal.
    private mutating func ordinal(_ time: String) -> String {
        let number = times[time] ?? times.count
        times[time] = number
        return "time \(number)"
    }
}
