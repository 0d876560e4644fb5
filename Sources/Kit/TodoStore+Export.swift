public import Foundation
public import TodoFormats
import TodoLocal

/// What an export wrote, and what the format could not represent.
public struct ExportReport: Hashable, Sendable {
    /// How many to-dos were written.
    public var count = 0
    /// What was left out of some to-dos, in the order of `ExportOmission`.
    public var omissions: [Omission] = []

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

    fileprivate mutating func finish() {
        let order = ExportOmission.allCases
        omissions.sort { order.firstIndex(of: $0.what) ?? 0 < order.firstIndex(of: $1.what) ?? 0 }
    }
}

extension TodoStore {
    /// Writes a snapshot of everything in a format: tags, locations and lists first if the format has them, then all to-dos,
    /// least recently edited first.
    /// - Parameters:
    ///   - format: one of `TodoFormats`.
    ///   - timeZone: the zone for formats that only have local times; nil for the store's own.
    ///   - output: receives the bytes piece by piece.
    /// - Returns: how many to-dos were written, and what the format could not represent.
    @discardableResult
    public func export(
        as format: any TodoFormat, timeZone: TimeZone? = nil, to output: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> ExportReport {
        let zone = timeZone ?? stack.environment.timeZone
        return try await stack.read { transaction in
            var writer = format.makeWriter(
                context: ExportContext(timeZone: zone, extraKeys: try transaction.extraKeys()))
            var buffer: [UInt8] = []
            writer.header(into: &buffer)
            for tag in try self.tagDAO.store.page(.all, in: transaction).items { writer.write(tag, into: &buffer) }
            for location in try self.locationDAO.store.page(.all, in: transaction).items {
                writer.write(location, into: &buffer)
            }
            // Each after the one that contains it.
            let lists = try self.listDAO.store.page(.all, in: transaction).items
            for list in lists.sorted(by: { ($0.ancestors.count, $0.path) < ($1.ancestors.count, $1.path) }) {
                writer.write(list, into: &buffer)
            }
            var report = ExportReport()
            var query = Query<Todo>.all.reversed().page(0, size: 1000)
            while true {
                let page = try self.todoDAO.store.page(query, in: transaction)
                for todo in page.items { report.note(todo.id, writer.write(todo, into: &buffer)) }
                guard let cursor = page.nextCursor else { break }
                try output(buffer)
                buffer.removeAll(keepingCapacity: true)
                query = Query<Todo>.all.reversed().after(cursor, size: 1000)
            }
            writer.footer(into: &buffer)
            try output(buffer)
            report.finish()
            return report
        }
    }
}
