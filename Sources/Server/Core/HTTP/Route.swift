import FirestoreWire
import HTTPTypes

/// The API method of a request, from its HTTP method and path.
///
/// Ids are decoded one by one: `%2F` does not separate segments, and `%3A` does not introduce a method.
enum Route: Equatable {
    case get(ResourceName)
    case list(ResourceName)
    case create(ResourceName)
    case patch(ResourceName)
    case delete(ResourceName)
    /// A method after a colon, on a document or the root.
    case call(Method, ResourceName)

    /// The methods with names.
    enum Method: String, CaseIterable {
        case commit, batchWrite, batchGet, beginTransaction, rollback
        case runQuery, runAggregationQuery, listCollectionIds

        /// Whether it applies to the root only.
        var isOfDatabase: Bool {
            switch self {
            case .commit, .batchWrite, .batchGet, .beginTransaction, .rollback: true
            case .runQuery, .runAggregationQuery, .listCollectionIds: false
            }
        }
    }

    /// The route of `path`, which is not decoded and has no query string.
    /// - Throws: ``Status`` NOT_FOUND if there is no such route, INVALID_ARGUMENT for an invalid name.
    init(_ method: HTTPRequest.Method, path: some StringProtocol) throws(Status) {
        guard path.hasPrefix("/v1/") else { throw Self.notFound }
        let path = path.dropFirst(4)
        if method == .post, let colon = path.lastIndex(of: ":"), !path[colon...].contains("/"),
            let call = Method(rawValue: String(path[path.index(after: colon)...]))
        {
            let name = try Self.name(path[..<colon])
            // In a deeper path the colon belongs to the id of a collection, as on Google's servers.
            if !call.isOfDatabase || name.isRoot {
                guard !name.isCollection else {
                    throw Status(.invalidArgument, "\(call.rawValue) needs the name of a document or the root.")
                }
                self = .call(call, name)
                return
            }
        }
        let name = try Self.name(path)
        guard !name.isRoot else { throw Self.notFound }
        switch (method, name.isDocument) {
        case (.get, true): self = .get(name)
        case (.get, false): self = .list(name)
        case (.post, false): self = .create(name)
        case (.patch, true): self = .patch(name)
        case (.delete, true): self = .delete(name)
        case (.post, true): throw Status(.invalidArgument, "Documents are created in a collection.")
        case (.patch, false), (.delete, false): throw Status(.invalidArgument, "Expected the name of a document.")
        default: throw Self.notFound
        }
    }

    private static func name(_ path: some StringProtocol) throws(Status) -> ResourceName {
        let path = String(path)
        do {
            return try Status.naming { () throws(InvalidName) in try ResourceName(percentEncoded: path) }
        } catch {
            // A path that is not a name at all does not exist.
            throw path.hasPrefix("projects/") && path.contains("/documents/") ? error : notFound
        }
    }

    private static var notFound: Status { Status(.notFound, "There is nothing at this path.") }
}
