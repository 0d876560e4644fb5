import FirestoreWire
import HTTPTypes

/// A method of Google's API that this server does not have, by Google's name for it.
///
/// The client is told so: after a 404 its developer would look for a mistake in the path.
struct UnsupportedMethod {
    private let name: String

    /// The collections in the paths of Google's administration API.
    private static let collections: Set<Substring> = [
        "databases", "locations", "backups", "backupSchedules", "changeStreams", "collectionGroups", "fields",
        "indexes", "operations", "userCreds",
    ]
    /// The names after a colon, by the collection that they follow.
    private static let verbs: [Substring: Set<Substring>] = [
        "databases": ["exportDocuments", "importDocuments", "bulkDeleteDocuments", "clone", "restore"],
        "operations": ["cancel"], "userCreds": ["enable", "disable", "resetPassword"],
    ]

    /// The method of a request without a route; nil if Google does not have it either.
    /// - Parameter path: The path, not decoded, without its query string.
    init?(_ method: HTTPRequest.Method, path: Substring) {
        var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { Substring($0) }
        // The paths of gRPC, and of the WebChannel in Google's clients for browsers.
        if let service = parts.first, service.hasPrefix("google.firestore."), parts.count > 1, !parts[1].isEmpty {
            name = "\(service)/\(parts[1])"
            return
        }
        guard parts.starts(with: ["v1", "projects"]), parts.count > 3 else { return nil }
        var verb: Substring?
        if method == .post, let last = parts.last, let colon = last.lastIndex(of: ":") {
            verb = last[last.index(after: colon)...]
            parts[parts.count - 1] = last[..<colon]
        }
        // After `projects/{project}`: collections alternating with ids.
        let segments = parts[3...]
        var path = stride(from: segments.startIndex, to: segments.endIndex, by: 2).map { segments[$0] }
        if path.starts(with: ["databases", "documents"]) {
            path = ["databases", "documents"]
            switch verb {
            case "listen", "write", "executePipeline": guard segments.count == 3 else { return nil }
            case "partitionQuery": guard !segments.count.isMultiple(of: 2) else { return nil }
            default: return nil
            }
        } else {
            guard path.allSatisfy(Self.collections.contains), let last = path.last else { return nil }
            guard verb.map({ Self.verbs[last]?.contains($0) == true }) != false else { return nil }
        }
        switch (method, segments.count.isMultiple(of: 2)) {
        case (.post, _) where verb != nil: break
        case (.get, false): verb = "list"
        case (.get, true): verb = "get"
        case (.post, false): verb = "create"
        case (.patch, true): verb = "patch"
        case (.delete, true): verb = "delete"
        default: return nil
        }
        name = (["firestore", "projects"] + path + [verb ?? ""]).joined(separator: ".")
    }

    /// The server's response.
    var status: Status { Status(.unimplemented, "This server does not have the method \(name.prefix(200)).") }
}
