import Basics
import DavMerge
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import TodoDomain
import TodoKit
import TodoLocal

/// A request whose sender is known.
struct Visit: Sendable {
    let request: Request
    let path: DavPath
    let client: DavClient
    let compresses: Bool
}

/// Answers the requests.
struct Calendars: Sendable {
    let journal: Journal
    let settings: Settings.Dav
    /// The names of this server, in lower case.
    let names: Set<String>
    /// One write at a time: the second PUT sees the first.
    let writes = Turns(1)

    var store: TodoStore { journal.store }
    var merge: DavMerge { journal.merge }
    private var database: DavDatabase { journal.database }

    /// The methods that an address has.
    static func methods(of path: DavPath) -> String {
        switch path {
        case .item: "OPTIONS, GET, HEAD, PUT, DELETE, MOVE, COPY, PROPFIND, PROPPATCH"
        case .collection: "OPTIONS, GET, HEAD, DELETE, PROPFIND, PROPPATCH, REPORT, MKCALENDAR, MKCOL"
        default: "OPTIONS, GET, HEAD, PROPFIND, PROPPATCH"
        }
    }

    func answer(_ visit: Visit) async throws -> Response {
        switch visit.request.method.rawValue {
        case "GET", "HEAD": return try await get(visit)
        case "PROPFIND": return try await propfind(visit)
        case "REPORT": return try await report(visit)
        case "PROPPATCH": return try await proppatch(visit)
        case "PUT": return try await put(visit)
        case "DELETE": return try await delete(visit)
        case "MOVE", "COPY": return try await move(visit)
        case "MKCALENDAR", "MKCOL": return try await makeCollection(visit)
        default:
            throw DavError(
                .methodNotAllowed, XMLName(XMLName.todo, "method"),
                "\(visit.request.method.rawValue.prefix(20)) is not done here.",
                fields: [.allow: Self.methods(of: visit.path)])
        }
    }

    // MARK: What there is

    /// The collection of a name.
    func collection(_ name: String) throws -> Collection {
        guard let found = journal.collections.first(where: { $0.name == name }) else { throw DavError.notFound }
        return found
    }

    func resource(_ collection: Collection) async throws -> Resource {
        let key = collection.place.key
        let stored = try await database.queue.read { db in
            Dictionary(
                // The order is known already.
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT namespace, local, value FROM collectionProperty
                        WHERE collection = ? AND NOT (namespace = ? AND local = ?)
                        """, arguments: [key, XMLName.calendarOrder.namespace, XMLName.calendarOrder.local]
                ).map { (XMLName($0["namespace"], $0["local"]), $0["value"] as String) },
                uniquingKeysWith: { first, _ in first })
        }
        return .collection(collection, token: try await journal.token(of: collection.place), stored: stored)
    }

    private func get(_ visit: Visit) async throws -> Response {
        try await journal.look()
        guard case .item(let collection, let name) = visit.path else {
            if case .collection(let name) = visit.path { _ = try collection(name) }
            if visit.path == .other { throw DavError.notFound }
            return Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "These to-dos are for programs that speak CalDAV.\n"))
            )
        }
        guard let found = try await journal.item(name, in: try self.collection(collection).place) else {
            throw DavError.notFound
        }
        let headers: HTTPFields = [
            .eTag: found.item.etag, .lastModified: found.item.updatedAt.httpText, .cacheControl: "private, no-cache",
        ]
        if let known = visit.request.headers[.ifNoneMatch], ETags(known).contains(found.item.etag) {
            return Response(status: .notModified, headers: headers)
        }
        if visit.request.method == .get { try await merge.served([found.item], to: visit.client) }
        var all = headers
        all[.contentType] = Resource.itemType
        return Response(status: .ok, headers: all, body: ResponseBody(byteBuffer: ByteBuffer(bytes: found.item.bytes)))
    }

    /// The body of a request as XML; nil if it is empty.
    func xml(_ visit: Visit) async throws -> XMLElement? {
        let body = try await bytes(visit, tooLarge: XMLName(XMLName.todo, "body-too-large"))
        guard !body.isEmpty else { return nil }
        do {
            return try XMLReader.read(body)
        } catch {
            throw DavError(.badRequest, XMLName(XMLName.todo, "valid-xml"), error.message)
        }
    }

    /// The body of a request, which may be compressed.
    func bytes(_ visit: Visit, tooLarge: XMLName) async throws -> [UInt8] {
        let error = DavError(.contentTooLarge, tooLarge, "A body has at most \(Resource.largest) bytes.")
        if let length = visit.request.headers[.contentLength].flatMap({ Int($0) }), length > Resource.largest {
            throw error
        }
        var body: [UInt8] = []
        for try await part in visit.request.body {
            guard body.count + part.readableBytes <= Resource.largest else { throw error }
            body += part.readableBytesView
        }
        switch visit.request.headers[.contentEncoding]?.lowercased() {
        case nil, "identity", "": return body
        case "gzip", "x-gzip": return try Self.expanded(body, tooLarge: error)
        default:
            throw DavError(
                .unsupportedMediaType, XMLName(XMLName.todo, "content-encoding"), "A body is plain or in gzip.")
        }
    }
}

/// The ETags of a field.
struct ETags: Sendable {
    let all: [String]

    /// Reads `"a", "b"` or `*`. A weak one counts as strong: ours are never weak.
    init(_ field: String) {
        all = field.split(separator: ",").prefix(100).map { part in
            let tag = part.trimmingCharacters(in: .whitespaces)
            return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
        }
    }

    func contains(_ etag: String) -> Bool { all.contains(etag) || all.contains("*") }
}
