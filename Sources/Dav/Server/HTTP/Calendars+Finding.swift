import DavMerge
import Foundation
import GzipCoding
import HTTPTypes
import Hummingbird

extension Calendars {
    static func expanded(_ body: [UInt8], tooLarge: DavError) throws -> [UInt8] {
        do {
            return try Gzip.expand(body, limit: Resource.largest)
        } catch .tooLarge {
            throw tooLarge
        } catch {
            throw DavError(.badRequest, XMLName(XMLName.todo, "content-encoding"), "The body is not whole gzip.")
        }
    }

    /// The properties that a client asks for.
    enum Wanted: Sendable {
        /// All usual properties, and some others.
        case all(also: [XMLName])
        case names
        case some([XMLName])

        /// Reads a request: no body means all.
        init(_ root: XMLElement?) throws {
            guard let root else {
                self = .all(also: [])
                return
            }
            guard root.name == .dav("propfind") else {
                throw DavError(.badRequest, XMLName(XMLName.todo, "valid-xml"), "The body is not a propfind.")
            }
            if root.dav("propname") != nil {
                self = .names
            } else if let prop = root.dav("prop") {
                self = .some(Self.names(prop))
            } else {
                self = .all(also: root.dav("include").map(Self.names) ?? [])
            }
        }

        static func names(_ prop: XMLElement) -> [XMLName] {
            var seen: Set<XMLName> = []
            return prop.children.map(\.name).filter { seen.insert($0).inserted }
        }
    }

    func propfind(_ visit: Visit) async throws -> Response {
        let depth = visit.request.headers[.depth] ?? "infinity"
        guard depth == "0" || depth == "1" else {
            throw DavError(.forbidden, .dav("propfind-finite-depth"), "Depth is 0 or 1 here.")
        }
        let wanted = try Wanted(try await xml(visit))
        try await journal.look()
        let isMinimal = visit.isMinimal
        let isDeep = depth == "1"
        var resources: [Resource] = []
        var listed: (items: [Journal.Listed], collection: Collection)?
        switch visit.path {
        case .root:
            resources = [.root]
            if isDeep { resources += [.principal, .home] }
        case .principal: resources = [.principal]
        case .home:
            resources = [.home]
            if isDeep { for collection in journal.collections { resources.append(try await resource(collection)) } }
        case .collection(let name):
            let collection = try self.collection(name)
            resources = [try await resource(collection)]
            if isDeep { listed = (try await journal.list(collection.place).items, collection) }
        case .item(let collection, let name):
            let collection = try self.collection(collection)
            guard let found = try await journal.item(name, in: collection.place) else { throw DavError.notFound }
            resources = [.item(Journal.Listed(found.item, name: found.name), in: collection)]
        case .wellKnown, .other: throw DavError.notFound
        }
        return Multistatus { [resources, listed] sink in
            for resource in resources { Self.write(resource, wanted, isMinimal, to: &sink.xml) }
            guard let listed else { return }
            for item in listed.items {
                Self.write(.item(item, in: listed.collection), wanted, isMinimal, to: &sink.xml)
                try await sink.flush()
            }
        }.response(compresses: visit.compresses)
    }

    /// Writes what a client wants to know of a resource.
    static func write(_ resource: Resource, _ wanted: Wanted, _ isMinimal: Bool, to xml: inout XMLWriter) {
        var (found, missing): ([(inout XMLWriter) -> Void], [XMLName]) = ([], [])
        switch wanted {
        case .names:
            found = resource.usualNames.filter { resource.property($0) != nil }.map { name in { $0.empty(name) } }
        case .all(let also): found = (resource.usualNames + also).compactMap(resource.property)
        case .some(let names):
            for name in names {
                if let property = resource.property(name) { found.append(property) } else { missing.append(name) }
            }
        }
        xml.response(resource.href, found: found, missing: isMinimal ? [] : missing)
    }
}

extension Visit {
    /// Whether what there is not is left out.
    var isMinimal: Bool {
        request.headers[.brief]?.lowercased() == "t" || request.headers[.prefer]?.contains("return=minimal") == true
    }
}

extension Journal.Listed {
    init(_ item: DavItem, name: String) {
        todo = item.todo
        self.name = name
        etag = item.etag
        length = item.bytes.count
        updatedAt = item.updatedAt
    }
}
