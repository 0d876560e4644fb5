import GRDB
import JSON
import SQLite
import TodoDomain

// In the mode `each`, an occurrence may be settled before the current one is. The next dates are the remaining ones.
extension ReadTransaction {
    /// The keys of settled occurrences after the current ones of repeating to-dos, by row: one query for all.
    func settledAhead(of entities: [TodoEntity]) throws -> [Int64: Set<Day>] {
        let owing = entities.compactMap { entity in entity.owed.map { (row: entity.record.rowID, series: $0) } }
        guard !owing.isEmpty else { return [:] }
        let sql = """
            SELECT owing.key, taken.key FROM json_each(?) AS owing CROSS JOIN todoOccurrence AS taken
            WHERE taken.seriesID = owing.value ->> '$[0]' AND taken.space = owing.value ->> '$[3]'
            AND (taken.stretch, taken.key) > (owing.value ->> '$[1]', owing.value ->> '$[2]')
            AND taken.key > owing.value ->> '$[2]'
            """
        var ahead: [Int64: Set<Day>] = [:]
        let wanted = JSONValue.array(owing.map { $0.series }).canonicalJSON
        try database.bound(sql, [.text(wanted)]).forEachRow { row in
            let owner = owing[Int(row.integer())].row
            ahead[owner, default: []].insert(Day(daysSince1970: Int(clamping: row.integer())))
        }
        return ahead
    }
}

extension TodoEntity {
    /// The id, the stretch and the current key of a to-do in the mode `each`; nil for any other to-do.
    fileprivate var owed: JSONValue? {
        guard let (stretch, key) = ahead else { return nil }
        return .array([
            .string(record.id), .integer(Int64(stretch)), .integer(Int64(key.daysSince1970)),
            .integer(record.space.rawValue),
        ])
    }

    /// The stretch and the current key in the mode `each`.
    private var ahead: (stretch: Int, key: Day)? {
        guard content.todo.recurrence?.mode == .each, let current = content.shown?.current,
            let series = Series(self, settled: SettledSet([]))
        else { return nil }
        return (series.recurrence.stretch, current.key)
    }

    /// The occurrences among some that come after the current one, for a to-do in the mode `each`; nil if there are
    /// none.
    func settledAhead(among occurrences: some Sequence<Occurrence>) -> Set<Day>? {
        guard let (stretch, key) = ahead else { return nil }
        let later = Set(occurrences.filter { $0.stretch >= stretch && $0.key > key }.map(\.key))
        return later.isEmpty ? nil : later
    }
}
