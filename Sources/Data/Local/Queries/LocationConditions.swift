import Foundation
import SQLite
import TodoDomain

/// Compiles conditions on locations to SQL.
struct LocationConditions {
    let transaction: ReadTransaction

    func sql(_ condition: Location.Condition) throws -> SQLFragment {
        switch condition {
        case .ids(let ids): return ReadTransaction.named(ids.map(\.rawValue), in: "location")
        case .named(let name):
            return "(placeName IS NOT NULL AND foldedPlaceName = \(.text(SearchText.folded(name))))"
        case .near(let point, let metres):
            return "location.rowID IN (\(list: try rows(near: point, within: metres).map(StoredValue.integer)))"
        case .matching(let words):
            return .joined(
                words.map { "instr(foldedPlaceName, \(.text($0))) > 0" }, by: "AND", empty: "1")
        }
    }

    /// The rows within a distance. An index narrows them to a belt of latitudes; the exact distance is computed here.
    func rows(near point: Coordinate, within metres: Double) throws -> [Int64] {
        guard metres >= 0, metres.isFinite else {
            throw TodoError(.badDistance, "A distance is a number of metres, 0 or more.")
        }
        // On the sphere that Coordinate uses, a degree of latitude is never shorter than this.
        let belt = metres / 111_000 + 1e-9
        let entities = try transaction.entities(
            LocationEntity.self,
            where: """
                isDeleted = 0 AND effectiveID = rowID AND latitude BETWEEN \(.real(point.latitude - belt)) AND \(.real(point.latitude + belt))
                """)
        return try entities.filter { try $0.asModel().coordinate.distance(to: point) <= metres }.map(\.record.rowID)
    }
}
