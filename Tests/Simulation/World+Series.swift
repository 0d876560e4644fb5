import JSON
import TodoDomain

// Repeating to-dos, checked once all devices are at rest.
extension World {
    /// The registers from which a series is derived, and those of what settles it.
    private static let registers: [TodoRegister] = [.recurrence, .due, .completion, .series, .occurrence, .skipped]

    /// Whether all devices and the server have the same of what repeats, all of them show the same, nothing that is owed
    /// is lost, and no occurrence is there twice.
    func seriesProblem() async throws -> String? {
        var first: (shown: [String: ShownState], records: [RecordKey: Record])?
        for device in devices {
            let records = try await device.records().filter { $0.key.kind == .todo }
            for (key, record) in records.sorted(by: { $0.key.id < $1.key.id }) where !record.isDeleted {
                guard let remote = serverRecord(key) else {
                    // After a restore that nobody can notice any more nobody sends it again (docs/sync.md, Limits).
                    if conflicts.isOutrun { continue }
                    return "\(key.id) is not on the server"
                }
                for register in Self.registers {
                    let values = [record, remote].map { $0.registers[register.rawValue]?.value ?? .null }
                    if values[0] != values[1] {
                        return
                            "device \(device.number) has \(values[0]) as \(register) of \(key.id), the server \(values[1])"
                    }
                }
            }
            let shown = try await device.shownStates().filter { isWhole(RecordKey(.todo, $0.key), records) }
            if !conflicts.isOutrun, let first, let id = first.shown.keys.first(where: { first.shown[$0] != shown[$0] })
            {
                return "device \(device.number) shows \(String(describing: shown[id])) of \(id), and not "
                    + "\(String(describing: first.shown[id])); it has \(Self.settled(of: id, in: records)), "
                    + "the first one \(Self.settled(of: id, in: first.records))"
            }
            first = first ?? (shown, records)
            if let problem = Self.seriesProblem(of: records, shown) { return "device \(device.number): \(problem)" }
        }
        return nil
    }

    /// Whether a series has all that it ever settled: some of it may have been collected while the series was deleted.
    private func isWhole(_ key: RecordKey, _ records: [RecordKey: Record]) -> Bool {
        guard !server.collected.contains(key) else { return false }
        return !oracle.keys.contains { other in
            other.kind == .todo && server.collected.contains(other)
                && oracle.record(other).registers[TodoRegister.series.rawValue]?.value.string == key.id
        }
    }

    /// What a device has of a series and of what settled its occurrences.
    private static func settled(of series: String, in records: [RecordKey: Record]) -> [Record] {
        records.values.filter {
            $0.id == series || $0.registers[TodoRegister.series.rawValue]?.value.string == series
        }.sorted { $0.id < $1.id }
    }

    private static func seriesProblem(of records: [RecordKey: Record], _ shown: [String: ShownState]) -> String? {
        var taken: [String: [Occurrence: String]] = [:]
        func value(_ register: TodoRegister, of record: Record) -> JSONValue {
            record.registers[register.rawValue]?.value ?? .null
        }
        for (key, record) in records {
            guard let series = value(.series, of: record).string,
                let occurrence = value(.occurrence, of: record).asOccurrence
            else { continue }
            if let other = taken[series]?[occurrence] {
                return "\(occurrence) of \(series) is settled twice, by \(other) and \(key.id)"
            }
            taken[series, default: [:]][occurrence] = key.id
        }
        for (id, state) in shown {
            guard let record = records[RecordKey(.todo, id)],
                let recurrence = value(.recurrence, of: record).asRecurrence
            else { return "\(id) shows \(state) and does not repeat" }
            let isLater =
                record.stamp(of: TodoRegister.due.rawValue) > record.stamp(of: TodoRegister.recurrence.rawValue)
            let series = Series(
                recurrence, dueIfLater: isLater ? value(.due, of: record).asDue : nil,
                settled: SettledSet((taken[id] ?? [:]).keys))
            if series.current != state.current {
                return "\(id) shows \(state), and not \(String(describing: series.current))"
            }
            let begun = value(.start, of: record).asDue
            if case .occurrence(_, let shown) = state, shown != begun.map(series.start) {
                return "\(id) can be begun on \(String(describing: shown)) by \(String(describing: begun))"
            }
            guard series.recurrence.mode == .each, let current = series.current, current.key != series.recurrence.key,
                let dates = series.rule?.dates(from: series.recurrence.base)
            else { continue }
            let start = max(series.recurrence.base, series.recurrence.key)
            let keys = Set((taken[id] ?? [:]).keys.filter { $0.stretch >= series.recurrence.stretch }.map(\.key))
            let owed = dates.dates(from: start).prefix { $0 < current.key }.first { $0 > start && !keys.contains($0) }
            if let owed { return "\(owed) of \(id) is owed and lost" }
        }
        return nil
    }
}
