public import Foundation
public import TodoFormats
import TodoLocal

/// What an export wrote, and what the format could not represent.
public struct ExportReport: Hashable, Sendable {
    /// How many to-dos were written.
    public var count = 0
    /// What was left out of some to-dos, in the order of `ExportOmission`.
    public var omissions: [Omission] = []

    /// What was altered, because this program's own import, like that of every store, would refuse it: what other programs have
    /// sent may be a title that is too long, or no date. At most ``ExportReport/maximumListed``.
    public var alterations: [Alteration] = []

    /// A record of which something was altered.
    public struct Alteration: Hashable, Sendable {
        /// The kind of the record.
        public let kind: RecordKind
        /// Its identifier.
        public let id: String
        /// The names of the fields, as they are in JSON.
        public let fields: [String]
    }

    /// Something that was left out.
    public struct Omission: Hashable, Sendable {
        /// What was left out.
        public var what: ExportOmission
        /// How many to-dos are affected.
        public var count: Int
        /// The first affected to-dos, at most ``ExportReport/maximumListed``.
        public var ids: [Todo.ID]
    }

    /// How many to-dos are listed for each omission.
    public static let maximumListed = 100

    fileprivate init() {}

    fileprivate mutating func note(_ id: Todo.ID, _ missing: Set<ExportOmission>) {
        count += 1
        for what in missing {
            let index = omissions.firstIndex { $0.what == what } ?? omissions.endIndex
            if index == omissions.endIndex { omissions.append(Omission(what: what, count: 0, ids: [])) }
            omissions[index].count += 1
            if omissions[index].ids.count < Self.maximumListed { omissions[index].ids.append(id) }
        }
    }

    fileprivate mutating func note(_ kind: RecordKind, _ id: String, altered fields: [String]) {
        guard !fields.isEmpty, alterations.count < Self.maximumListed else { return }
        alterations.append(Alteration(kind: kind, id: id, fields: fields))
    }

    fileprivate mutating func finish() {
        let order = ExportOmission.allCases
        omissions.sort { order.firstIndex(of: $0.what) ?? 0 < order.firstIndex(of: $1.what) ?? 0 }
    }
}

extension TodoStore {
    /// Writes a snapshot of everything in a format: tags, locations and lists first if the format has them, then all to-dos,
    /// least recently edited first. Records of apps are not in it; a backup has them.
    /// - Parameters:
    ///   - query: writes only the to-dos that it matches, in its order if it has one, and of the rest what these have;
    ///     its window is ignored. nil for everything.
    ///   - format: one of `TodoFormats.writable`.
    ///   - timeZone: the zone for formats that only have local times; nil for the store's own.
    ///   - output: receives the bytes piece by piece.
    /// - Returns: how many to-dos were written, and what the format could not represent.
    @discardableResult
    public func export(
        _ query: Query<Todo>? = nil, as format: any WritableTodoFormat, timeZone: TimeZone? = nil,
        to output: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> ExportReport {
        let zone = timeZone ?? stack.environment.timeZone
        return try await stack.read { transaction in
            var writer = format.makeWriter(
                context: ExportContext(timeZone: zone, extraKeys: try transaction.extraKeys()))
            var buffer: [UInt8] = []
            writer.header(into: &buffer)
            var report = ExportReport()
            let used = try query.map { try self.relations(of: $0, in: transaction) }
            for tag in try self.tagDAO.store.page(.all, in: transaction).items
            where used?.tags.contains(tag.id) != false {
                let (tag, altered) = tag.admissible
                report.note(.tag, tag.id.rawValue, altered: altered)
                writer.write(tag, into: &buffer)
            }
            for location in try self.locationDAO.store.page(.all, in: transaction).items
            where used?.locations.contains(location.id) != false {
                let (location, altered) = location.admissible
                report.note(.location, location.id.rawValue, altered: altered)
                writer.write(location, into: &buffer)
            }
            // Each after the one that contains it.
            let lists = try self.listDAO.store.page(.all, in: transaction).items.map {
                ($0.ancestors.count, $0.path, $0)
            }
            for (_, _, list) in lists.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) })
            where used?.lists.contains(list.id) != false {
                let (list, altered) = list.admissible
                report.note(.list, list.id.rawValue, altered: altered)
                writer.write(list, into: &buffer)
            }
            // Views do not belong to particular to-dos.
            for view in query == nil ? try self.viewDAO.store.page(.all, in: transaction).items : [] {
                writer.write(view, into: &buffer)
            }
            let isDating = writer is any FieldDatingWriter
            try self.forEachExported(query, in: transaction) { page in
                for todo in isDating ? try transaction.withFieldDates(page) : page {
                    let (todo, altered) = todo.admissible
                    report.note(.todo, todo.id.rawValue, altered: altered)
                    report.note(todo.id, writer.write(todo, into: &buffer))
                }
                try output(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
            writer.footer(into: &buffer)
            try output(buffer)
            report.finish()
            return report
        }
    }

    /// Passes the to-dos of an export to `body`, a page at a time.
    private func forEachExported(
        _ query: Query<Todo>?, in transaction: ReadTransaction, _ body: ([Todo]) throws -> Void
    ) throws {
        var all = query ?? .all
        all.countsTotal = false
        if all.order.isEmpty { all = all.reversed() }
        var next = all.page(0, size: 1000)
        while true {
            let page = try todoDAO.store.page(next, in: transaction)
            try body(page.items)
            guard let cursor = page.nextCursor else { return }
            next = all.after(cursor, size: 1000)
        }
    }

    /// What the to-dos of a query have: their tags and locations, their lists with those above.
    private func relations(of query: Query<Todo>, in transaction: ReadTransaction) throws -> UsedRecords {
        var used = UsedRecords()
        try forEachExported(query, in: transaction) { todos in
            for todo in todos {
                used.tags.formUnion(todo.tags.map(\.id))
                if let location = todo.location { used.locations.insert(location.id) }
                if let list = todo.list { used.lists.formUnion([list.id] + list.ancestors.map(\.id)) }
            }
        }
        return used
    }
}

/// The records that the to-dos of an export have.
private struct UsedRecords {
    var tags: Set<Tag.ID> = []
    var locations: Set<Location.ID> = []
    var lists: Set<TodoList.ID> = []
}
