import DavMerge
import Foundation
import HTTPTypes
import Hummingbird
import TodoKit

extension Calendars {
    /// How many addresses a multiget has at most.
    static let mostHrefs = 5000
    /// How many items are in memory at once.
    private static let batch = 200

    func report(_ visit: Visit) async throws -> Response {
        guard case .collection(let name) = visit.path else {
            throw DavError(.forbidden, .dav("supported-report"), "Reports are for lists.")
        }
        guard let root = try await xml(visit) else {
            throw DavError(.badRequest, XMLName(XMLName.todo, "valid-xml"), "A report has a body.")
        }
        try await journal.look()
        let collection = try self.collection(name)
        switch root.name {
        case .caldav("calendar-multiget"): return try multiget(root, collection, visit)
        case .caldav("calendar-query"): return try await query(root, collection, visit)
        case .dav("sync-collection"): return try await sync(root, collection, visit)
        default:
            throw DavError(
                .forbidden, .dav("supported-report"), "The report \(root.name.local.prefix(50)) is not made here.")
        }
    }

    /// The properties that a report asks for.
    private struct Columns: Sendable {
        let wanted: Wanted
        let hasData: Bool

        init(_ root: XMLElement) throws {
            guard let prop = root.dav("prop") else {
                wanted = root.dav("propname") != nil ? .names : .all(also: [])
                hasData = false
                return
            }
            if let data = prop.caldav("calendar-data") {
                guard data.caldav("expand") == nil, data.caldav("limit-recurrence-set") == nil else {
                    throw DavError(.forbidden, .caldav("supported-calendar-data"), "Series are not expanded here.")
                }
                let type = data.attributes["content-type"] ?? "text/calendar"
                guard type == "text/calendar", data.attributes["version"] ?? "2.0" == "2.0" else {
                    throw DavError(.forbidden, .caldav("supported-calendar-data"), "To-dos are sent as iCalendar 2.0.")
                }
                hasData = true
            } else {
                hasData = false
            }
            wanted = .some(Wanted.names(prop).filter { $0 != .caldav("calendar-data") })
        }
    }

    private func write(
        _ items: [(item: DavItem, name: String)], _ collection: Collection, _ columns: Columns, _ isMinimal: Bool,
        to xml: inout XMLWriter
    ) {
        for (item, name) in items {
            let resource = Resource.item(Journal.Listed(item, name: name), in: collection)
            var (found, missing): ([(inout XMLWriter) -> Void], [XMLName]) = ([], [])
            switch columns.wanted {
            case .some(let names):
                for name in names {
                    if let property = resource.property(name) { found.append(property) } else { missing.append(name) }
                }
            case .names: found = resource.usualNames.map { name in { $0.empty(name) } }
            case .all: found = resource.usualNames.compactMap(resource.property)
            }
            if columns.hasData {
                found.append { writer in
                    writer.open(.caldav("calendar-data"))
                    writer.text(item.bytes)
                    writer.close(.caldav("calendar-data"))
                }
            }
            xml.response(resource.href, found: found, missing: isMinimal ? [] : missing)
        }
    }

    /// Says to the merge what a client gets, before it gets it.
    private func note(_ items: [(item: DavItem, name: String)], _ columns: Columns, _ client: DavClient) async throws {
        if columns.hasData, !items.isEmpty { try await merge.served(items.map(\.item), to: client) }
    }

    private func multiget(_ root: XMLElement, _ collection: Collection, _ visit: Visit) throws -> Response {
        let columns = try Columns(root)
        let hrefs = root.children.filter { $0.name == .dav("href") }.map(\.trimmed)
        guard hrefs.count <= Self.mostHrefs else {
            throw DavError(
                .forbidden, XMLName(XMLName.todo, "too-many-hrefs"),
                "A multiget has at most \(Self.mostHrefs) addresses.")
        }
        let (isMinimal, client) = (visit.isMinimal, visit.client)
        return Multistatus { sink in
            for start in stride(from: 0, to: hrefs.count, by: Self.batch) {
                let part = hrefs[start..<min(start + Self.batch, hrefs.count)]
                let names = part.map { href -> String? in
                    if case .item(collection.name, let name) = DavPath(href) { name } else { nil }
                }
                let items = try await journal.items(names.compactMap(\.self), in: collection.place)
                try await note(items, columns, client)
                let known = Dictionary(items.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
                for (href, name) in zip(part, names) {
                    if let name, let item = known[name] {
                        write([item], collection, columns, isMinimal, to: &sink.xml)
                    } else {
                        sink.xml.missing(href)
                    }
                    try await sink.flush()
                }
            }
        }.response(compresses: visit.compresses)
    }

    private func query(_ root: XMLElement, _ collection: Collection, _ visit: Visit) async throws -> Response {
        let columns = try Columns(root)
        guard let element = root.caldav("filter") else {
            throw DavError(.forbidden, .caldav("valid-filter"), "A calendar-query has a filter.")
        }
        let filter = try CalendarFilter(element, in: store.stack.environment.timeZone)
        let listed = filter.matchesNothing ? [] : try await journal.list(collection.place).items
        let (isMinimal, client) = (visit.isMinimal, visit.client)
        return Multistatus { sink in
            if filter.matchesAll, !columns.hasData {
                for item in listed {
                    Self.write(.item(item, in: collection), columns.wanted, isMinimal, to: &sink.xml)
                    try await sink.flush()
                }
                return
            }
            for start in stride(from: 0, to: listed.count, by: Self.batch) {
                let names = listed[start..<min(start + Self.batch, listed.count)].map(\.name)
                let items = try await journal.items(names, in: collection.place).filter {
                    filter.matches($0.item.bytes)
                }
                try await note(items, columns, client)
                write(items, collection, columns, isMinimal, to: &sink.xml)
                try await sink.flush()
            }
        }.response(compresses: visit.compresses)
    }

    private func sync(_ root: XMLElement, _ collection: Collection, _ visit: Visit) async throws -> Response {
        let columns = try Columns(root)
        let level = root.dav("sync-level")?.trimmed ?? "1"
        guard level == "1" || level == "infinite" || level == "infinity" else {
            throw DavError(.badRequest, XMLName(XMLName.todo, "valid-xml"), "The sync-level is 1 or infinite.")
        }
        var limit = Int.max
        if let text = root.dav("limit")?.dav("nresults")?.trimmed {
            guard let number = Int(text), number > 0 else {
                throw DavError(.forbidden, .dav("number-of-matches-within-limits"), "The limit is a number above 0.")
            }
            limit = number
        }
        let changes: Journal.Changes
        do {
            changes = try await journal.changes(
                in: collection.place, since: root.dav("sync-token")?.trimmed ?? "", limit: limit)
        } catch is Journal.UnknownToken {
            throw DavError(
                .forbidden, .dav("valid-sync-token"), "The token is too old, or not from here; list all again.")
        }
        let (isMinimal, client) = (visit.isMinimal, visit.client)
        return Multistatus { sink in
            for start in stride(from: 0, to: changes.states.count, by: Self.batch) {
                let part = changes.states[start..<min(start + Self.batch, changes.states.count)]
                let items = try await journal.items(part.filter { $0.etag != nil }.map(\.name), in: collection.place)
                try await note(items, columns, client)
                let known = Dictionary(items.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
                for state in part {
                    if let item = known[state.name] {
                        write([item], collection, columns, isMinimal, to: &sink.xml)
                    } else {
                        sink.xml.missing(DavPath.item(collection: collection.name, name: state.name).text)
                    }
                    try await sink.flush()
                }
            }
            if changes.isCut {
                sink.xml.missing(
                    DavPath.collection(collection.name).text, status: "HTTP/1.1 507 Insufficient Storage")
            }
            sink.xml.element(.dav("sync-token"), changes.token)
        }.response(compresses: visit.compresses)
    }
}
