import Basics
import DavMerge
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import TodoDomain
import TodoKit
import TodoLocal

extension Calendars {
    /// The largest value of a property that is kept, and of all of a collection, in bytes.
    private static let (largestValue, largestValues) = (8 << 10, 64 << 10)

    // MARK: Making

    /// MKCALENDAR, and MKCOL with a body (RFC 5689).
    func makeCollection(_ visit: Visit) async throws -> Response {
        let root = try await xml(visit)
        guard case .collection(let name) = visit.path else {
            throw DavError(
                .forbidden, .caldav("calendar-collection-location-ok"), "Lists are made below \(DavPath.homePath).")
        }
        let properties =
            root?.children.filter { $0.name == .dav("set") }.compactMap { $0.dav("prop") }.flatMap(\.children) ?? []
        @Sendable func text(_ name: XMLName) -> String? { properties.last { $0.name == name }?.trimmed }
        if visit.request.method.rawValue == "MKCOL" {
            let type = properties.last { $0.name == .dav("resourcetype") }
            guard type?.caldav("calendar") != nil else {
                throw DavError(.forbidden, .dav("valid-resourcetype"), "Only lists of to-dos are made here.")
            }
        }
        let components = properties.last { $0.name == .caldav("supported-calendar-component-set") }?.children
            .compactMap { $0.attributes["name"]?.uppercased() }
        if let components, !components.isEmpty, !components.contains("VTODO") {
            throw DavError(.forbidden, .caldav("supported-calendar-component"), "Lists hold to-dos (VTODO) only.")
        }
        return try await writing(visit) {
            guard !journal.collections.contains(where: { $0.name == name }) else {
                throw DavError(.methodNotAllowed, .dav("resource-must-be-null"), "There is a list already.")
            }
            let wish = text(.dav("displayname")).flatMap { $0.isEmpty ? nil : $0 } ?? name
            let taken = Set(
                try await store.lists.fetch(.all, source: .local).items.filter { $0.parent == nil }.map {
                    $0.title.lowercased()
                })
            var title = try Validation.listTitle(wish.replacing("/", with: "-"))
            var number = 2
            while taken.contains(title.lowercased()) {
                title = "\(wish) \(number)"
                number += 1
            }
            var list = TodoList(
                id: store.stack.environment.makeID(), title: title, createdAt: store.stack.environment.now())
            list.color = text(XMLName(XMLName.apple, "calendar-color")).flatMap(Self.color)
            let made = try await store.lists.create(list)
            let key = DavCollection.list(made.id).key
            try await journal.database.queue.write { db in
                try db.execute(sql: "DELETE FROM collectionPath WHERE name = ?", arguments: [name])
                try db.execute(sql: "INSERT INTO collectionPath VALUES (?, ?)", arguments: [key, name])
            }
            try await journal.renewCollections()
            try await journal.look()
            return Response(status: .created, headers: [.cacheControl: "no-cache"])
        }
    }

    /// `#RRGGBB` of a colour with or without its alpha; nil for any other text.
    static func color(_ text: String) -> String? {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit) else {
            return nil
        }
        return "#" + digits.prefix(6).lowercased()
    }

    // MARK: Deleting

    func deleteCollection(_ name: String, _ visit: Visit) async throws -> Response {
        try await writing(visit) {
            let collection = try self.collection(name)
            guard case .list(let id) = collection.place else {
                throw DavError(.forbidden, XMLName(XMLName.todo, "protected"), "The inbox cannot be deleted.")
            }
            let count = try await store.todoCount(inLists: [id])
            guard count == 0 || settings.deletesLists else {
                throw DavError(
                    .forbidden, XMLName(XMLName.todo, "list-not-empty"),
                    "The list has to-dos; start the server with --delete-lists to let devices delete them too.")
            }
            // To-dos that have come since they were counted move to the inbox.
            _ = try await store.deleteLists([id], withTodos: settings.deletesLists)
            let key = collection.place.key
            try await journal.database.queue.write { db in
                for table in ["collectionPath", "collectionProperty"] {
                    try db.execute(sql: "DELETE FROM \(table) WHERE collection = ?", arguments: [key])
                }
            }
            try await journal.look()
            return Response(status: .noContent)
        }
    }

    // MARK: Properties

    /// A change of a property.
    private struct Patch: Sendable {
        let name: XMLName
        /// Nil to remove it.
        let value: String?
        /// Why it is not done.
        var refusal: (status: String, precondition: XMLName)?
    }

    func proppatch(_ visit: Visit) async throws -> Response {
        guard let root = try await xml(visit), root.name == .dav("propertyupdate") else {
            throw DavError(.badRequest, XMLName(XMLName.todo, "valid-xml"), "The body is not a propertyupdate.")
        }
        var patches: [Patch] = []
        for part in root.children where part.name == .dav("set") || part.name == .dav("remove") {
            for property in part.dav("prop")?.children ?? [] {
                patches.append(Patch(name: property.name, value: part.name == .dav("set") ? property.trimmed : nil))
            }
        }
        let asked = patches
        let results = Locked<[Patch]>([])
        _ = try await writing(visit) {
            var patches = asked
            guard case .collection(let name) = visit.path else {
                if case .item(let collection, let name) = visit.path,
                    try await journal.item(name, in: try self.collection(collection).place) == nil
                {
                    throw DavError.notFound
                }
                for index in patches.indices { patches[index].refusal = Self.protected }
                results.withLock { $0 = patches }
                return Response(status: .ok)
            }
            let collection = try self.collection(name)
            try await check(&patches, of: collection)
            // All or none (RFC 4918, section 9.2).
            if !patches.contains(where: { $0.refusal != nil }) { try await apply(patches, to: collection) }
            results.withLock { [patches] in $0 = patches }
            return Response(status: .ok)
        }
        let done = results.withLock { $0 }
        let hasFailed = done.contains { $0.refusal != nil }
        let href = visit.path.text
        return Multistatus { sink in
            sink.xml.element(.dav("response")) { writer in
                writer.element(.dav("href"), href)
                for patch in done {
                    writer.element(.dav("propstat")) { writer in
                        writer.element(.dav("prop")) { $0.empty(patch.name) }
                        let status = patch.refusal?.status ?? (hasFailed ? "424 Failed Dependency" : "200 OK")
                        writer.element(.dav("status"), "HTTP/1.1 " + status)
                        if let refusal = patch.refusal {
                            writer.element(.dav("error")) { $0.empty(refusal.precondition) }
                        }
                    }
                }
            }
        }.response(compresses: visit.compresses)
    }

    private static let protected = (
        status: "403 Forbidden", precondition: XMLName.dav("cannot-modify-protected-property")
    )

    private static let (displayName, color, order) = (
        XMLName.dav("displayname"), XMLName(XMLName.apple, "calendar-color"), XMLName.calendarOrder
    )

    /// Notes which changes are refused.
    private func check(_ patches: inout [Patch], of collection: Collection) async throws {
        guard case .collection(_, _, let stored) = try await resource(collection) else { return }
        var total = stored.reduce(0) { $0 + $1.key.local.utf8.count + $1.value.utf8.count }
        let isInbox = collection.place == .inbox
        for (index, patch) in patches.enumerated() {
            switch patch.name {
            case Self.displayName:
                guard let value = patch.value, value != collection.title else {
                    if patch.value == nil { patches[index].refusal = Self.protected }
                    continue
                }
                if isInbox || (try? newTitle(value, of: collection)) == nil { patches[index].refusal = Self.protected }
            case Self.color where !isInbox:
                if let value = patch.value, Self.color(value) == nil {
                    patches[index].refusal = ("409 Conflict", XMLName(XMLName.todo, "valid-color"))
                }
            case Self.order where !isInbox:
                if let value = patch.value, Int(value) == nil {
                    patches[index].refusal = ("409 Conflict", XMLName(XMLName.todo, "valid-order"))
                }
            default:
                let isLive =
                    patch.name.namespace == XMLName.dav
                    || Resource.collection(collection, token: "", stored: [:]).property(patch.name) != nil
                        && patch.name != Self.color
                if isLive {
                    patches[index].refusal = Self.protected
                    continue
                }
                total += (patch.value?.utf8.count ?? 0) + patch.name.local.utf8.count
                if patch.value?.utf8.count ?? 0 > Self.largestValue || total > Self.largestValues {
                    patches[index].refusal = ("507 Insufficient Storage", XMLName(XMLName.todo, "property-too-large"))
                }
            }
        }
    }

    /// The title that a list gets: the last part of its path, or all of it if it is at the top.
    private func newTitle(_ value: String, of collection: Collection) throws -> String {
        let above = collection.title.components(separatedBy: " / ").dropLast().joined(separator: " / ")
        let last = !above.isEmpty && value.hasPrefix(above + " / ") ? String(value.dropFirst(above.count + 3)) : value
        guard !last.contains(" / ") else { throw TodoError(.badInput, "A list is not moved by its name.") }
        return try Validation.listTitle(last)
    }

    /// Makes the changes: those of the list in one step, then those that are only kept, in one transaction.
    private func apply(_ patches: [Patch], to collection: Collection) async throws {
        var (number, kept): (Int?, [Patch]) = (nil, [])
        if case .list(let id) = collection.place {
            var (update, isChanged) = (TodoList.Update(id: id), false)
            for patch in patches {
                switch patch.name {
                case Self.displayName:
                    guard let value = patch.value, value != collection.title else { continue }
                    update.title = try newTitle(value, of: collection)
                    isChanged = true
                case Self.color:
                    update.color = patch.value.flatMap(Self.color).map(Change.set) ?? .clear
                    isChanged = true
                case Self.order:
                    number = patch.value.flatMap { Int($0) } ?? number
                    kept.append(patch)
                default: kept.append(patch)
                }
            }
            if isChanged { _ = try await store.lists.update(update) }
            if let number { try await place(id, at: number) }
        } else {
            kept = patches.filter { $0.name != Self.displayName }
        }
        let (key, stored) = (collection.place.key, kept)
        try await journal.database.queue.write { db in
            for patch in stored {
                try db.execute(
                    sql: "DELETE FROM collectionProperty WHERE collection = ? AND namespace = ? AND local = ?",
                    arguments: [key, patch.name.namespace, patch.name.local])
                guard let value = patch.value else { continue }
                try db.execute(
                    sql: "INSERT INTO collectionProperty VALUES (?, ?, ?, ?)",
                    arguments: [key, patch.name.namespace, patch.name.local, value])
            }
        }
        try await journal.look()
        try await journal.renewCollections()
    }

    /// Moves a list before the first of its siblings that has this number or a greater one.
    private func place(_ id: TodoList.ID, at number: Int) async throws {
        let lists = try await store.lists.fetch(.all, source: .local).items
        let parents = Dictionary(lists.map { ($0.id, $0.parent) }, uniquingKeysWith: { first, _ in first })
        let siblings = journal.collections.compactMap { collection -> (id: TodoList.ID, order: Int)? in
            guard case .list(let other) = collection.place, other != id, parents[other] == parents[id] else {
                return nil
            }
            return (other, collection.order)
        }
        guard journal.collections.first(where: { $0.place == .list(id) })?.order != number else { return }
        let next = siblings.first { $0.order >= number }
        _ = try await store.moveLists([id], to: next.map { .before($0.id) } ?? .lastHere)
    }
}
