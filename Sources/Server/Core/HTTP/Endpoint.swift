import FirestoreWire
import HTTPTypes

/// All endpoints of the server: the API, and a few endpoints beside it.
enum Endpoint: Equatable {
    case health
    case metrics
    /// The change feed of a database.
    case changes(DatabaseName)
    case api(Route)

    private static let feedPath = "/todo/changes/"

    /// The endpoint at `path`, which is not decoded and has no query string.
    /// - Throws: ``Status`` NOT_FOUND if there is none, UNIMPLEMENTED if only Google has one, INVALID_ARGUMENT for an
    ///   invalid name.
    init(_ method: HTTPRequest.Method, path: Substring) throws(Status) {
        switch (method, path) {
        case (.get, "/health"), (.head, "/health"): self = .health
        case (.get, "/metrics"): self = .metrics
        case (.get, _) where path.hasPrefix(Self.feedPath):
            let parts = path.dropFirst(Self.feedPath.count).split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let project = PercentEncoding.decode(parts[0]),
                let database = PercentEncoding.decode(parts[1])
            else { throw Status(.notFound, "There is nothing at this path.") }
            self = .changes(
                try Status.naming { () throws(InvalidName) in
                    try DatabaseName(projectID: project, databaseID: database)
                })
        default:
            do {
                self = .api(try Route(method, path: path))
            } catch {
                throw UnsupportedMethod(method, path: path)?.status ?? error
            }
        }
    }

    /// The path of the change feed of `database`.
    static func feedPath(of database: DatabaseName) -> String {
        feedPath + [database.projectID, database.databaseID].map { PercentEncoding.encode($0) }.joined(separator: "/")
    }

    /// The name for metrics and logs: only the method, without names of documents.
    var label: String {
        switch self {
        case .health: "health"
        case .metrics: "metrics"
        case .changes: "changes"
        case .api(.get): "get"
        case .api(.list): "list"
        case .api(.create): "createDocument"
        case .api(.patch): "patch"
        case .api(.delete): "delete"
        case .api(.call(let method, _)): method.rawValue
        }
    }
}

extension Route {
    /// The database of the request.
    var database: DatabaseName {
        switch self {
        case .get(let name), .list(let name), .create(let name), .patch(let name), .delete(let name),
            .call(_, let name):
            name.database
        }
    }
}
