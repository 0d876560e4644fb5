import Basics
import DavMerge
import Foundation
import HTTPTypes
import Hummingbird
import TodoDomain
import TodoKit
import TodoLocal
import WebService

extension Calendars {
    func put(_ visit: Visit) async throws -> Response {
        guard case .item(let collectionName, let name) = visit.path else {
            throw DavError(
                .methodNotAllowed, XMLName(XMLName.todo, "method"), "A to-do is put into a list.",
                fields: [.allow: Self.methods(of: visit.path)])
        }
        let body = try await bytes(visit, tooLarge: .caldav("max-resource-size"))
        return try await writing(visit) {
            let collection = try self.collection(collectionName)
            let present = try await journal.item(name, in: collection.place)
            let put = try await merge.put(
                body, to: DavPlace(collection.place, todo: present?.item.todo), client: visit.client, claim: visit.claim
            )
            if present?.item.todo != put.todo { try await journal.setName(name, of: put.todo, in: collection.place) }
            try await journal.look()
            return Response(status: present == nil ? .created : .noContent)
        }
    }

    func delete(_ visit: Visit) async throws -> Response {
        switch visit.path {
        case .item(let collectionName, let name):
            return try await writing(visit) {
                guard let present = try await journal.item(name, in: try collection(collectionName).place) else {
                    throw DavError.notFound
                }
                try await merge.delete(present.item.todo, client: visit.client, claim: visit.claim)
                try await journal.look()
                return Response(status: .noContent)
            }
        case .collection(let name): return try await deleteCollection(name, visit)
        default: throw DavError(.forbidden, XMLName(XMLName.todo, "protected"), "This address cannot be deleted.")
        }
    }

    func move(_ visit: Visit) async throws -> Response {
        guard case .item(let fromName, let name) = visit.path else {
            throw DavError(.forbidden, XMLName(XMLName.todo, "protected"), "Only to-dos are moved and copied.")
        }
        guard let destination = visit.request.headers[.destination] else {
            throw DavError(.badRequest, XMLName(XMLName.todo, "destination"), "The field Destination is missing.")
        }
        guard case .item(let toName, let newName) = DavPath(destination) else {
            if let host = Self.authority(of: destination), host != visit.request.head.authority?.lowercased() {
                throw Self.otherServer
            }
            throw DavError(.forbidden, .caldav("calendar-collection-location-ok"), "A to-do is moved into a list.")
        }
        guard isHere(destination, visit.request) else { throw Self.otherServer }
        let isCopy = visit.request.method.rawValue == "COPY"
        return try await writing(visit) {
            guard let present = try await journal.item(name, in: try collection(fromName).place) else {
                throw DavError.notFound
            }
            guard let target = journal.collections.first(where: { $0.name == toName }) else {
                throw DavError(.conflict, XMLName(XMLName.todo, "destination"), "There is no such list.")
            }
            guard fromName != toName || name != newName else {
                throw DavError(.forbidden, XMLName(XMLName.todo, "destination"), "The destination is where it is.")
            }
            let claim = visit.claim
            if let ifMatch = claim.ifMatch, !ifMatch.contains("*"), !ifMatch.contains(present.item.etag) {
                throw DavError(.preconditionFailed, XMLName(XMLName.todo, "if-match"), "The to-do has changed.")
            }
            let existing = try await journal.item(newName, in: target.place)
            guard existing == nil || visit.request.headers[.overwrite]?.uppercased() != "F" else {
                throw DavError(.preconditionFailed, XMLName(XMLName.todo, "overwrite"), "The destination exists.")
            }
            let replaced = existing?.item.todo
            let todo: Todo.ID
            if isCopy {
                todo = try await merge.copy(
                    present.item.todo, to: target.place, replacing: replaced, client: visit.client)
            } else {
                todo = present.item.todo
                try await merge.move(
                    todo, to: target.place, replacing: replaced, client: visit.client, claim: claim)
            }
            try await journal.look()
            try await journal.setName(newName, of: todo, in: target.place)
            try await journal.look()
            return Response(status: existing == nil ? .created : .noContent)
        }
    }

    private static let otherServer = DavError(
        .badGateway, XMLName(XMLName.todo, "destination"), "The destination is another server.")

    /// The host of an address, and its port; nil for a path.
    private static func authority(of address: String) -> String? {
        address.firstRange(of: "://").map { address[$0.upperBound...].prefix { $0 != "/" }.lowercased() }
    }

    /// Whether an address is on this server, which a proxy on this machine calls by another name. The names that the server was
    /// started with tell it; without any the proxy's name is unknown, and the path decides.
    private func isHere(_ address: String, _ request: Request) -> Bool {
        guard let authority = Self.authority(of: address) else { return true }
        let asked = request.head.authority?.lowercased() ?? ""
        return authority == asked || names.contains(AddressGuard.host(of: authority))
            || names.isEmpty && AddressGuard.isLoopback(AddressGuard.host(of: asked))
    }

    /// Runs a change for a client. Changes run one at a time, each after the journal was brought to the present.
    func writing(_ visit: Visit, _ body: @Sendable () async throws -> Response) async throws -> Response {
        try await writes.withTurn {
            try await journal.look()
            do {
                return try await store.acting(for: HistoryClient(name: visit.client.agent, conversation: "dav")) {
                    try await body()
                }
            } catch let refusal as DavRefusal {
                throw try await error(of: refusal)
            }
        }
    }

    private func error(of refusal: DavRefusal) async throws -> DavError {
        switch refusal.kind {
        case .supportedCalendarData: return DavError(.forbidden, .caldav("supported-calendar-data"), refusal.message)
        case .supportedCalendarComponent:
            return DavError(.forbidden, .caldav("supported-calendar-component"), refusal.message)
        case .validCalendarObjectResource:
            return DavError(.forbidden, .caldav("valid-calendar-object-resource"), refusal.message)
        case .maxResourceSize: return DavError(.contentTooLarge, .caldav("max-resource-size"), refusal.message)
        case .noUIDConflict(let todo):
            var href: String?
            if let place = try await journal.place(of: todo),
                let collection = journal.collections.first(where: { $0.place == place.collection })
            {
                href = DavPath.item(collection: collection.name, name: place.name).text
            }
            return DavError(.conflict, .caldav("no-uid-conflict"), refusal.message, href: href)
        case .preconditionFailed:
            return DavError(.preconditionFailed, XMLName(XMLName.todo, "if-match"), refusal.message)
        case .notFound: return DavError.notFound
        case .forbidden: return DavError(.forbidden, XMLName(XMLName.todo, "refused"), refusal.message)
        }
    }
}

extension Visit {
    /// The conditions of the request.
    var claim: DavClaim {
        DavClaim(
            ifMatch: request.headers[.ifMatch].map { ETags($0).all },
            isForNew: request.headers[.ifNoneMatch].map { ETags($0).all.contains("*") } ?? false)
    }
}
