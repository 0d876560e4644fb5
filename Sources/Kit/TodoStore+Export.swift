public import Foundation
public import TodoFormats
import TodoLocal

/// What an export wrote, and what of it the format had no place for.
public struct ExportReport: Hashable, Sendable {
    /// How many to-dos were written.
    public var count = 0
    /// What was left out of some of them, in the order of `ExportOmission`.
    public var omissions: [Omission] = []

    /// Something that was left out.
    public struct Omission: Hashable, Sendable {
        /// What it is.
        public var what: ExportOmission
        /// Of how many to-dos.
        public var count: Int
        /// The first of them; at most ``ExportReport/maximumListed``.
        public var ids: [Todo.ID]
    }

    /// So many to-dos are listed of each omission.
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
    /// Writes everything there is, as of one moment, in a format: tags and locations first where the format has them,
    /// then all to-dos, those edited longest ago first.
    /// - Parameters:
    ///   - format: one of `TodoFormats`.
    ///   - timeZone: in which formats that know local times alone write them; nil: the store's own.
    ///   - output: is given the bytes piece by piece.
    /// - Returns: how many to-dos were written, and what the format had no place for.
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
