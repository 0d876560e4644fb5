public import Foundation
public import TodoFormats
import TodoLocal

extension TodoStore {
    /// Writes everything there is, as of one moment, in a format: tags and locations first where the format has them,
    /// then all to-dos, those edited longest ago first.
    /// - Parameters:
    ///   - format: one of `TodoFormats`.
    ///   - timeZone: in which formats that know local times alone write them; nil: the store's own.
    ///   - output: is given the bytes piece by piece.
    /// - Returns: how many to-dos were written.
    @discardableResult
    public func export(
        as format: any TodoFormat, timeZone: TimeZone? = nil, to output: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int {
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
            var count = 0
            var query = Query<Todo>.all.reversed().page(0, size: 1000)
            while true {
                let page = try self.todoDAO.store.page(query, in: transaction)
                for todo in page.items { writer.write(todo, into: &buffer) }
                count += page.items.count
                guard let cursor = page.nextCursor else { break }
                try output(buffer)
                buffer.removeAll(keepingCapacity: true)
                query = Query<Todo>.all.reversed().after(cursor, size: 1000)
            }
            writer.footer(into: &buffer)
            try output(buffer)
            return count
        }
    }
}
