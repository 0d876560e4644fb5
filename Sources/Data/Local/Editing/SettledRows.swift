import GRDB
import SQLite
import TodoDomain

/// The occurrences of a series in the transaction's space that are taken, read from the table `todoOccurrence`.
///
/// The protocol's queries cannot throw. After a failure they answer as if nothing were taken, and ``check()`` throws
/// the error. Results must not be used before that.
final class SettledRows: SettledOccurrences {
    private let transaction: ReadTransaction
    private let series, space: StoredValue
    private var failure: (any Error)?

    init(_ transaction: ReadTransaction, series: String) {
        self.transaction = transaction
        self.series = .text(series)
        space = transaction.space.value
    }

    /// Throws what has failed.
    func check() throws { if let failure { throw failure } }

    func greatestKey(from stretch: Int) -> Day? {
        greatestKeys(before: nil).prefix { $0.stretch >= stretch }.map(\.key).max()
    }

    func greatestKey(before stretch: Int) -> Day? { greatestKeys(before: stretch).map(\.key).max() }

    func contains(_ key: Day, from stretch: Int) -> Bool {
        let (stretch, key) = (StoredValue.integer(Int64(stretch)), StoredValue.integer(Int64(key.daysSince1970)))
        let isThere = question("stretch = ?3 AND key = ?4", [stretch, key])
        guard !isThere, question("stretch > ?3", [stretch]) else { return isThere }
        return question("stretch > ?3 AND key = ?4", [stretch, key])
    }

    var greatestStretch: Int? { greatestKeys(before: nil).first { _ in true }?.stretch }

    var count: Int {
        Int(
            answer(
                """
                SELECT count(*) FROM (SELECT DISTINCT stretch, key FROM todoOccurrence WHERE seriesID = ?1 AND space = ?2)
                """, []
            )
            .first?.first ?? 0)
    }

    /// The greatest stamp with which an occurrence was taken; nil if none is taken.
    var latest: Stamp? {
        attempt {
            try transaction.texts(
                """
                SELECT max(stamp) FROM todoOccurrence WHERE seriesID = \(series) AND space = \(space) \
                HAVING count(*) > 0
                """)
        }?.first.flatMap(Stamp.init)
    }

    /// The greatest key of each stretch, the latest stretch first.
    private func greatestKeys(before stretch: Int?) -> some Sequence<Occurrence> {
        sequence(state: stretch) { [self] before in
            let row = answer(
                """
                SELECT stretch, key FROM todoOccurrence WHERE seriesID = ?1 AND space = ?2 AND stretch < ?3
                ORDER BY stretch DESC, key DESC LIMIT 1
                """, [.integer(before.map(Int64.init) ?? .max)]
            ).first
            guard let row else { return nil }
            before = Int(clamping: row[0])
            return Occurrence(stretch: Int(clamping: row[0]), key: Day(daysSince1970: Int(clamping: row[1])))
        }
    }

    private func question(_ condition: String, _ arguments: [StoredValue]) -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM todoOccurrence WHERE seriesID = ?1 AND space = ?2 AND \(condition))"
        return answer(sql, arguments).first?.first == 1
    }

    private func answer(_ sql: String, _ arguments: [StoredValue]) -> [[Int64]] {
        attempt {
            var rows: [[Int64]] = []
            let statement = try transaction.database.bound(sql, [series, space] + arguments)
            try statement.forEachRow { row in
                rows.append((0..<statement.columnCount).map { _ in row.integer() })
            }
            return rows
        } ?? []
    }

    private func attempt<T>(_ body: () throws -> T) -> T? {
        do { return try body() } catch {
            failure = failure ?? error
            return nil
        }
    }
}
