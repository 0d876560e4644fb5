public import Foundation
public import TodoFormats
import TodoLocal

/// The result of an export: how much was written, and which parts the format could not represent.
public struct ExportReport: Hashable, Sendable {
    /// How many to-dos were written.
    public var count = 0
    /// The parts that were left out of some to-dos, in the order of `ExportOmission`.
    public var omissions: [Omission] = []

    /// The values that were altered because this program's own import would refuse them. Other programs may have sent a
    /// title that is too long, or a value that is not a date. There are at most ``ExportReport/maximumListed``.
    public var alterations: [Alteration] = []

    /// A record with altered fields.
    public struct Alteration: Hashable, Sendable {
        /// The kind of the record.
        public let kind: RecordKind
        /// Its identifier.
        public let id: String
        /// The names of the fields in JSON.
        public let fields: [String]
    }

    /// A part of to-dos that was left out.
    public struct Omission: Hashable, Sendable {
        /// The part that was left out.
        public var what: ExportOmission
        /// How many to-dos are affected.
        public var count: Int
        /// The first affected to-dos, at most ``ExportReport/maximumListed``.
        public var ids: [Todo.ID]
    }

    /// The maximum number of to-dos that are listed for each omission.
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
    /// Writes a snapshot of everything in a format. Tags, locations and lists come first if the format has them. All to-dos
    /// follow in the order in which they were made or put by hand, so that what was imported keeps the order of its file. Records
    /// of apps are left out; a backup has them.
    /// - Parameters:
    ///   - query: writes only the to-dos that it matches, in its order if it has one, and only the tags, locations and lists
    ///     of these; nil for everything. Its window is ignored.
    ///   - format: one of `TodoFormats.writable`.
    ///   - timeZone: the zone for formats that have only local times; nil for the store's own zone.
    ///   - output: receives the bytes in pieces.
    /// - Returns: how many to-dos were written, and which parts the format could not represent.
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
            // Each list comes after the one that contains it.
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
        guard var all = query, !all.order.isEmpty else {
            return try todoDAO.store.forEachAsPlaced(query ?? .all, size: 1000, in: transaction, body)
        }
        all.countsTotal = false
        var next = all.page(0, size: 1000)
        while true {
            let page = try todoDAO.store.page(next, in: transaction)
            try body(page.items)
            guard let cursor = page.nextCursor else { return }
            next = all.after(cursor, size: 1000)
        }
    }

    /// The tags and locations of a query's to-dos, and their lists with the lists above.
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

/// The records that the to-dos of an export refer to.
private struct UsedRecords {
    var tags: Set<Tag.ID> = []
    var locations: Set<Location.ID> = []
    var lists: Set<TodoList.ID> = []
}
