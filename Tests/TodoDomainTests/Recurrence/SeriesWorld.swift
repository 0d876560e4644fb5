import Foundation
import TestSupport
import TodoDomain

/// Replicas of one series that edit, settle and sync, each with a clock and a zone of its own.
struct SeriesWorld {
    /// What must make the laws fail.
    enum Sabotage: CaseIterable {
        case deletionFreesTheKey, randomIDs, greatestInEach, answeringNow, countFromTheAnchor
        /// What counts from its completion ends with the date that has the number, not with so many completions.
        case ordinalsFromCompletion
        /// The rule and the anchor are merged each for itself.
        case ruleApartFromAnchor
        /// Deletions of what has settled an occurrence are forgotten like others.
        case collectingSettled
    }

    /// A value with the stamp of its last edit.
    struct Register<Value: Hashable>: Hashable {
        var value: Value
        var stamp: Stamp

        mutating func merge(_ other: Register) {
            if stamp < other.stamp || stamp == other.stamp && value != other.value && "\(value)" < "\(other.value)" {
                self = other
            }
        }
    }

    /// A to-do that settles an occurrence.
    struct Record: Hashable {
        var occurrence: Register<Occurrence?>
        var deleted: Register<Bool>
        var kind: Settlement.Kind

        mutating func merge(_ other: Record) {
            occurrence.merge(other.occurrence)
            deleted.merge(other.deleted)
        }

        var highestStamp: Stamp { max(occurrence.stamp, deleted.stamp) }
    }

    /// What a rule says without where it begins.
    struct Rule: Hashable {
        var text: String
        var mode: Recurrence.Mode

        init(_ recurrence: Recurrence) { (text, mode) = (recurrence.rule, recurrence.mode) }
    }

    /// All that syncs.
    struct Content: Hashable {
        var recurrence: Register<Recurrence>
        /// A part of `recurrence`, for the sabotage that merges it apart.
        var rule: Register<Rule>
        var due: Register<Due?>
        var completion: Register<Date?>
        var records: [Todo.ID: Record] = [:]

        mutating func merge(_ other: Content) {
            recurrence.merge(other.recurrence)
            rule.merge(other.rule)
            due.merge(other.due)
            completion.merge(other.completion)
            records.merge(other.records) { left, right in
                var merged = left
                merged.merge(right)
                return merged
            }
        }
    }

    struct Replica {
        var content: Content
        var clock: HybridLogicalClock
        let ahead: Int
        let zone: TimeZone
        /// Knows nothing of series.
        let isOld: Bool
    }

    static let series = Todo.ID(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    static let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Zurich", "America/New_York", "Asia/Tokyo"]
    static let rules = [
        "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "FREQ=MONTHLY", "FREQ=DAILY;INTERVAL=3",
        "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;COUNT=9", "FREQ=WEEKLY;UNTIL=20270201", "FREQ=HOURLY",
    ]
    /// Those that can count from a completion.
    static let plainRules = ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=3;COUNT=4", "FREQ=DAILY;COUNT=6"]

    var replicas: [Replica]
    var generator: SeededGenerator
    /// Days since 1970 as they really are.
    var today = 20_780
    let sabotage: Sabotage?
    /// When somebody last settled an occurrence, and when somebody last took that back.
    var settledAt: [Todo.ID: Stamp] = [:]
    var clearedAt: [Todo.ID: Stamp] = [:]
    /// The registers that somebody has written as a whole.
    var written: Set<Recurrence>
    /// Deletions that everybody has forgotten who was there, with the stamps up to which that is.
    var collected: [Todo.ID: Stamp] = [:]
    /// What broke, in words.
    var faults: [String] = []

    init(seed: UInt64, sabotage: Sabotage? = nil) {
        var generator = SeededGenerator(seed: seed)
        let day = Day(daysSince1970: 20_778 + Int.random(in: 0...4, using: &generator))
        var mode = generator.pick(Recurrence.Mode.allCases)
        if sabotage == .greatestInEach { mode = .each }
        if sabotage == .ordinalsFromCompletion { mode = .everyFromCompletion }
        let first = Stamp(milliseconds: 1, counter: 0, device: .shared)
        let rule = generator.pick(mode == .everyFromCompletion ? Self.plainRules : Self.rules)
        let recurrence = Recurrence(
            rule: rule, mode: mode, zone: generator.pick(Self.zones), base: day, key: day, due: .day(day))
        let content = Content(
            recurrence: Register(value: recurrence, stamp: first),
            rule: Register(value: Rule(recurrence), stamp: first), due: Register(value: .day(day), stamp: first),
            completion: Register(value: nil, stamp: first))
        written = [recurrence]
        // Up to two devices have the version before. At least one knows of series.
        let old = generator.pick([0, 0, 1, 2])
        replicas = (0..<3).map { index in
            Replica(
                content: content, clock: HybridLogicalClock(device: DeviceID(rawValue: UInt64(index + 1))),
                ahead: Int.random(in: -1...2, using: &generator),
                zone: TimeZone(identifier: generator.pick(Self.zones)) ?? .gmt, isOld: index >= 3 - old)
        }
        self.generator = generator
        self.sabotage = sabotage
    }

    func series(_ content: Content) -> Series {
        let taken = content.records.values.filter { sabotage != .deletionFreesTheKey || !$0.deleted.value }
        let isLater = content.due.stamp > content.recurrence.stamp
        var recurrence = content.recurrence.value
        if sabotage == .ruleApartFromAnchor {
            recurrence.rule = content.rule.value.text
            recurrence.mode = content.rule.value.mode
        }
        let settled = SettledSet(taken.compactMap(\.occurrence.value))
        let series = Series(
            recurrence, dueIfLater: isLater ? content.due.value : nil,
            settled: sabotage == .greatestInEach ? UpToGreatest(real: settled) : settled)
        guard sabotage == .ordinalsFromCompletion, series.recurrence.mode == .everyFromCompletion,
            case .count(let count)? = series.rule?.end, let key = series.current?.key,
            let rule = try? series.rule?.ending(nil),
            rule.dates(from: series.recurrence.base).count(through: key) > count
        else { return series }
        recurrence.rule = "FREQ=DAILY;UNTIL=19700101"
        return Series(recurrence, settled: settled)
    }

    /// As though whatever lies before the greatest key were settled.
    private struct UpToGreatest: SettledOccurrences {
        let real: SettledSet

        func greatestKey(from stretch: Int) -> Day? { real.greatestKey(from: stretch) }
        func greatestKey(before stretch: Int) -> Day? { real.greatestKey(before: stretch) }
        func contains(_ key: Day, from stretch: Int) -> Bool { greatestKey(from: stretch).map { key <= $0 } ?? false }
        var greatestStretch: Int? { real.greatestStretch }
        var count: Int { real.count }
    }

    /// Some random steps, after which everybody knows everything.
    mutating func run(steps: Int) {
        for _ in 0..<steps where faults.isEmpty { step(Int.random(in: 0..<3, using: &generator)) }
        for _ in 0..<2 { for (left, right) in [(0, 1), (1, 2), (0, 2), (0, 1), (1, 2)] { sync(left, right) } }
        checkEnd()
    }

    private mutating func step(_ index: Int) {
        switch Int.random(in: 0..<15, using: &generator) {
        case 14: collect(index, (index + 1) % 3)
        case 0, 1: today += Int.random(in: 0...9, using: &generator)
        case 2...4: sync(index, (index + 1) % 3)
        default: if replicas[index].isOld { actAsOld(index) } else { act(index) }
        }
    }

    /// The stamp of a new edit of registers.
    private mutating func tick(_ index: Int, after stamp: Stamp) -> Stamp {
        let now = Int64(today + replicas[index].ahead) * 86_400_000 + Int64(index)
        return replicas[index].clock.tick(now: now, after: stamp)
    }

    private mutating func actAsOld(_ index: Int) {
        let content = replicas[index].content
        let day = today + replicas[index].ahead
        if generator.chance(0.5) {
            let stamp = tick(index, after: content.completion.stamp)
            let moment = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
            replicas[index].content.completion = Register(value: moment, stamp: stamp)
        } else {
            let stamp = tick(index, after: content.due.stamp)
            let due = Day(daysSince1970: day + Int.random(in: -3...9, using: &generator))
            replicas[index].content.due = Register(value: .day(due), stamp: stamp)
        }
    }

    private mutating func act(_ index: Int) {
        let content = replicas[index].content
        let series = self.series(content)
        let day = Day(daysSince1970: today + replicas[index].ahead)
        let someDay = day.adding(days: .random(in: -3...12, using: &generator))
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...4:
            write(series.settling(generator.chance(0.8) ? .done : .skipped, today: day), index)
        case 5:
            if let settlement = try? series.settling(on: someDay) { write(settlement, index) }
        case 6:
            guard var recurrence = try? series.anchored(at: .day(someDay)) else { return }
            if sabotage == .countFromTheAnchor { recurrence.number = 1 }
            write(recurrence, index)
            let after = self.series(replicas[index].content).current
            expect(after?.due == .day(someDay) && after?.key == someDay, "an edited date is not obeyed")
            expect(after?.number == series.current?.number, "COUNT begins anew")
        case 7:
            guard let recurrence = try? series.moved(once: .day(someDay)) else { return }
            write(recurrence, index)
            expect(self.series(replicas[index].content).current?.due == .day(someDay), "a move once is not obeyed")
        case 8:
            guard generator.chance(0.3) else { return }
            let mode = generator.pick(Recurrence.Mode.allCases)
            let rule = generator.pick(mode == .everyFromCompletion ? Self.plainRules : Self.rules)
            write(series.repeating(by: rule, mode: mode, zone: "UTC", first: .day(day)), index)
            expect(self.series(replicas[index].content).current?.key == day, "a new rule is not obeyed")
        case 9:
            guard generator.chance(0.1), let recurrence = try? series.ended() else { return }
            write(recurrence, index)
            expect(self.series(replicas[index].content).current == nil, "an ended series goes on")
        case 10: delete(index, clearing: false)
        default: delete(index, clearing: true)
        }
    }

    /// Deletes a settled one; or undoes the settling, which frees its key first.
    private mutating func delete(_ index: Int, clearing: Bool) {
        let content = replicas[index].content
        guard let id = content.records.keys.min(by: { $0.rawValue < $1.rawValue }), let record = content.records[id]
        else {
            return
        }
        let before = series(content).current
        let stamp = tick(index, after: max(record.occurrence.stamp, record.deleted.stamp))
        if clearing {
            replicas[index].content.records[id]?.occurrence = Register(value: nil, stamp: stamp)
            clearedAt[id] = max(stamp, clearedAt[id] ?? stamp)
        }
        replicas[index].content.records[id]?.deleted = Register(value: true, stamp: stamp)
        if !clearing { expect(series(replicas[index].content).current == before, "a deletion moves the series") }
    }

    private mutating func write(_ settlement: Settlement?, _ index: Int) {
        guard let settlement else { return }
        if let recurrence = settlement.recurrence { write(recurrence, index) }
        let id = sabotage == .randomIDs ? Todo.ID(UUID()) : settlement.occurrence.id(in: Self.series)
        let old = replicas[index].content.records[id]
        let stamp = tick(index, after: old.map { max($0.occurrence.stamp, $0.deleted.stamp) } ?? Self.never)
        take(settlement, id: id, stamp: stamp, index)
        let next = series(replicas[index].content)
        let isTaken = next.current.map { next.settled.contains($0.key, from: next.recurrence.stretch) } ?? false
        expect(!isTaken, "the current one is settled")
    }

    /// - Parameter act: the stamp of what the person did, where this follows from it.
    private mutating func take(
        _ settlement: Settlement, id: Todo.ID, stamp: Stamp, act: Stamp? = nil, _ index: Int
    ) {
        let act = act ?? stamp
        settledAt[id] = max(act, settledAt[id] ?? act)
        let record = Record(
            occurrence: Register(value: settlement.occurrence, stamp: stamp),
            deleted: Register(value: false, stamp: stamp), kind: .done)
        if replicas[index].content.records[id]?.merge(record) == nil { replicas[index].content.records[id] = record }
    }

    private mutating func write(_ recurrence: Recurrence, _ index: Int) {
        let content = replicas[index].content
        let stamp = tick(index, after: max(content.recurrence.stamp, content.due.stamp))
        written.insert(recurrence)
        if Rule(recurrence) != content.rule.value {
            replicas[index].content.rule = Register(value: Rule(recurrence), stamp: stamp)
        }
        replicas[index].content.recurrence = Register(value: recurrence, stamp: stamp)
        replicas[index].content.due = Register(value: recurrence.due, stamp: stamp)
    }

    /// Two who have synced forget old deletions for good, but none of what has settled an occurrence; the third learns of
    /// it later.
    private mutating func collect(_ left: Int, _ right: Int) {
        sync(left, right)
        for (id, record) in replicas[left].content.records where record.deleted.value {
            guard record.occurrence.value == nil || sabotage == .collectingSettled else { continue }
            collected[id] = max(record.highestStamp, collected[id] ?? record.highestStamp)
        }
        for index in [left, right] { forget(index) }
    }

    /// What was forgotten and not edited since is dropped.
    private mutating func forget(_ index: Int) {
        for (id, stamp) in collected
        where replicas[index].content.records[id].map({ $0.highestStamp <= stamp }) ?? false {
            replicas[index].content.records[id] = nil
        }
    }

    private mutating func sync(_ left: Int, _ right: Int) {
        for index in [left, right] { forget(index) }
        replicas[left].content.merge(replicas[right].content)
        answer(left)
        replicas[right].content.merge(replicas[left].content)
        answer(right)
        replicas[left].content.merge(replicas[right].content)
        for index in [left, right] {
            let content = replicas[index].content
            let stamps = [content.recurrence.stamp, content.due.stamp, content.completion.stamp]
            for stamp in stamps + content.records.values.map(\.highestStamp) {
                replicas[index].clock.observe(stamp, limit: .max)
            }
        }
    }

    /// What a new client does with an older one's completion, while it pulls.
    private mutating func answer(_ index: Int) {
        let content = replicas[index].content
        guard !replicas[index].isOld, let date = content.completion.value,
            let (settlement, exact) = series(content).answering(completion: date, stamp: content.completion.stamp)
        else { return }
        let stamp = sabotage == .answeringNow ? tick(index, after: exact) : exact
        take(
            settlement, id: settlement.occurrence.id(in: Self.series), stamp: stamp, act: content.completion.stamp,
            index)
        replicas[index].content.completion = Register(value: nil, stamp: stamp)
    }

    private mutating func checkEnd() {
        expect(Set(replicas.map(\.content)).count == 1, "the replicas differ")
        expect(Set(replicas.map { self.series($0.content).current }).count == 1, "the current ones differ")
        let content = replicas[0].content
        expect(written.contains(effectiveRegister(content)), "nobody has written this rule with this anchor")
        let occurrences = content.records.values.compactMap(\.occurrence.value)
        expect(Set(occurrences).count == occurrences.count, "an occurrence is settled twice")
        for (id, stamp) in settledAt where clearedAt[id].map({ $0 < stamp && !isCollected(id, after: stamp) }) ?? true {
            expect(content.records[id]?.occurrence.value != nil, "what was settled is not any more")
        }
        // If the undoing was forgotten, a later completion of the series itself counts.
        for (id, stamp) in clearedAt where collected[id] == nil && content.records[id]?.occurrence.value != nil {
            expect(settledAt[id].map { $0 > stamp } ?? false, "what was undone is back")
        }
        let series = self.series(content)
        if series.current == nil, case .count(let count)? = (try? RecurrenceRule(content.recurrence.value.rule))?.end {
            let isCounted = series.recurrence.mode != .everyFromCompletion || Set(occurrences).count >= count
            expect(isCounted, "it has ended before it was done as often as COUNT says")
        }
        if series.recurrence.mode == .each, let current = series.current, current.key != series.recurrence.key,
            let dates = series.rule?.dates(from: series.recurrence.base)
        {
            let start = max(series.recurrence.base, series.recurrence.key)
            let keys = Set(occurrences.filter { $0.stretch >= series.recurrence.stretch }.map(\.key))
            let owed = dates.dates(from: start).prefix { $0 < current.key }.filter { $0 > start && !keys.contains($0) }
            expect(owed.isEmpty, "\(owed) is owed and lost")
        }
    }

    /// Whether a later deletion was forgotten: one of what had been undone, but was settled again by somebody who had
    /// not heard of the deletion. What is older than a forgotten deletion goes with it, and the occurrence is due again.
    private func isCollected(_ id: Todo.ID, after stamp: Stamp) -> Bool { collected[id].map { $0 > stamp } ?? false }

    private func effectiveRegister(_ content: Content) -> Recurrence {
        var recurrence = content.recurrence.value
        if sabotage == .ruleApartFromAnchor {
            recurrence.rule = content.rule.value.text
            recurrence.mode = content.rule.value.mode
        }
        return recurrence
    }

    private mutating func expect(_ holds: Bool, _ fault: String) {
        if !holds { faults.append(fault) }
    }

    private static let never = Stamp(milliseconds: 0, counter: 0, device: .shared)
}
