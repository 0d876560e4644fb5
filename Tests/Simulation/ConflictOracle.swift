import JSON
import TodoDomain

/// Which edits were lost to others that were made without knowing of them. Of each writing it knows what its author saw,
/// and nothing of how the engine tells: a writing that nobody saw and wrote over, and that does not stand in the end, must
/// be noted as a conflict; and no other.
struct ConflictOracle {
    /// A register, an element (`tags.<id>`) or the deletion (`deleted`) of a record.
    struct Cell: Hashable {
        let key: RecordKey
        let name: String
    }

    /// A cell as somebody has seen it.
    struct Sight: Hashable {
        let cell: Cell
        let stamp: Stamp
    }

    /// A conflict that a device has noted.
    struct Note {
        let cell: Cell
        let lost: Stamp
        let kept: Stamp
        /// Who noted it.
        let device: Int
        /// Whether that is a device of the present version.
        let isPresent: Bool
    }

    /// What somebody wrote.
    struct Writing {
        let value: JSONValue
        let stamp: Stamp
        let author: Int
        /// Whether the author has another version of the program.
        let isForeign: Bool
        /// What the author saw in its place; nil: nothing, as the record was made.
        let replaced: Stamp?
        /// All that the author saw of the record; of a tag or a place also its uses, and of a use also its deletion.
        let seen: Set<Sight>
        /// How often the server had been restored by then.
        let restores: Int
    }

    private(set) var writings: [Cell: [Stamp: Writing]] = [:]
    private(set) var notes: [Note] = []
    /// What somebody has seen and written over.
    private var replaced: Set<Sight> = []
    /// Stamps that stand for two values, as those of files may, or that were given another time.
    private var ambiguous: Set<Stamp> = []
    /// The actions that gave each stamp, and the first stamp that two of them gave.
    private var actions: [Stamp: Int] = [:]
    private var action = 0
    private var givenTwice: Stamp?
    /// The stamps of what a server has got of a device that was not told so.
    private(set) var unanswered: Set<Stamp> = []
    private(set) var restores = 0
    private(set) var hasCopies = false
    /// How many commits the newer client has made since the last restoration; and whether ever so many that the head told
    /// nobody any more what had been there.
    private var commitsSince = 0 {
        didSet { if commitsSince >= 60, restores > 0 { isOutrun = true } }
    }
    private var isOutrun = false

    // MARK: What happens

    /// Notes what an author wrote in one action over what it saw.
    mutating func add(
        _ records: [Record], over before: [RecordKey: Record], by author: Int, isForeign: Bool,
        knowing names: (RecordKind) -> [String]
    ) {
        action += 1
        for record in records {
            let key = RecordKey(record.kind, record.id)
            let old = before[key].map { Self.cells(of: $0, names(record.kind)) } ?? [:]
            let seen = Set(old.map { Sight(cell: $0.key, stamp: $0.value.stamp) })
                .union(Self.uses(of: key, in: before))
            for (cell, (value, stamp)) in Self.cells(of: record, names(record.kind)) where old[cell]?.stamp != stamp {
                if let old = old[cell] { replaced.insert(Sight(cell: cell, stamp: old.stamp)) }
                if let known = writings[cell]?[stamp], known.value != value { ambiguous.insert(stamp) }
                writings[cell, default: [:]][stamp] = Writing(
                    value: value, stamp: stamp, author: author, isForeign: isForeign, replaced: old[cell]?.stamp,
                    seen: seen.union(Self.deletion(of: cell.used(value), in: before)), restores: restores)
                if !isForeign { give(stamp) }
            }
        }
    }

    /// What a device of the present version stamps, it stamps in one action.
    private mutating func give(_ stamp: Stamp) {
        guard stamp.device != .shared else { return }
        if let other = actions[stamp], other != action { givenTwice = givenTwice ?? stamp }
        actions[stamp] = action
    }

    /// Notes that records were given other stamps.
    mutating func restamp(_ records: [(record: Record, before: Record?)], knowing names: (RecordKind) -> [String]) {
        action += 1
        for (record, before) in records {
            let old = before.map { Self.cells(of: $0, names(record.kind)) } ?? [:]
            for (cell, (_, stamp)) in Self.cells(of: record, names(record.kind)) where old[cell]?.stamp != stamp {
                ambiguous.formUnion([stamp, old[cell]?.stamp].compactMap(\.self))
            }
        }
    }

    /// Notes a conflict that a device shows, once, and by the first device that does.
    mutating func add(_ note: Note) {
        if !notes.contains(where: { $0.cell == note.cell && $0.lost == note.lost && $0.kept == note.kept }) {
            notes.append(note)
        }
    }

    /// Notes what a server has of a record that an author still has to send: that it arrived, the author does not know.
    mutating func leaveUnanswered(_ record: Record, by author: Int) {
        for (cell, (_, stamp)) in Self.cells(of: record, record.kind.registerNames)
        where writings[cell]?[stamp]?.author == author { unanswered.insert(stamp) }
    }

    mutating func restore() { (restores, commitsSince) = (restores + 1, 0) }
    /// Notes that the newer client, which looks for no restoration, has made a commit.
    mutating func commit() { commitsSince += 1 }
    mutating func copy() { hasCopies = true }

    // MARK: What must have become of it

    /// What is wrong with what was noted; nil: nothing.
    /// - Parameters:
    ///   - isLeftOut: says whether a record is too long gone to say anything of it.
    ///   - final: what a record has become.
    func problem(isLeftOut: (RecordKey) -> Bool, final: (RecordKey) -> Record) -> String? {
        if let givenTwice { return "two edits have the stamp \(givenTwice)" }
        let noted = Dictionary(grouping: notes, by: \.cell)
        for (cell, found) in writings.sorted(by: { $0.key < $1.key }) where !isLeftOut(cell.key) {
            let record = final(cell.key)
            for writing in found.values.sorted(by: { $0.stamp < $1.stamp }) where isOwed(writing, cell, record) {
                guard noted[cell]?.contains(where: { $0.lost == writing.stamp }) != true else { continue }
                return "\(cell.key.kind) \(cell.key.id): \(cell.name) = \(writing.value.canonicalJSON) "
                    + "(\(writing.stamp)) of device \(writing.author) was lost, and not noted"
            }
            if cell.name == Self.deletion, let edit = editLost(to: cell, record, noted[cell] ?? []) {
                return "\(cell.key.kind) \(cell.key.id): \(edit) was lost to a deletion, and not noted"
            }
            if let used = useLost(in: cell, record, noted, isLeftOut: isLeftOut, final: final) {
                return
                    "\(cell.key.kind) \(cell.key.id): \(cell.name) was lost to the deletion of \(used), and not noted"
            }
        }
        for note in notes where note.isPresent && !isLeftOut(note.cell.key) && isFalse(note) {
            return "\(note.cell.key.kind) \(note.cell.key.id): \(note.cell.name) (\(note.lost)) is noted by device "
                + "\(note.device) as lost to \(note.kept), which is no conflict"
        }
        return nil
    }

    /// Whether a writing was lost and nobody saw it first.
    private func isOwed(_ writing: Writing, _ cell: Cell, _ final: Record) -> Bool {
        guard isJudged(writing, cell) else { return false }
        let isLast = Self.cells(of: final, final.kind.registerNames)[cell]?.stamp == writing.stamp
        if cell.name == Self.deletion {
            // It stands, and something that was written later and elsewhere has brought the record back.
            // What a merge deleted, a later merge into it may put to use again.
            return isLast && !writing.value.isNull && !final.isDeleted && restores == 0 && isMadeOnce(cell.key)
                && !hasForeignWritings(cell.key) && final.registers[Self.mergedInto]?.value.string == nil
        }
        // What is empty from the beginning, nobody wrote. Where a merge put a target to use, nobody asks.
        if isLast || writing.value.isNull && writing.replaced == nil || cell.name == Self.used { return false }
        let sight = Sight(cell: cell, stamp: writing.stamp)
        return !replaced.contains(sight) && !isDeletedKnowingly(sight)
            && !others(cell).contains { $0.stamp > writing.stamp && Self.isSame($0.value, writing.value, cell) }
    }

    /// Whether it can be said whether a writing must be noted.
    private func isJudged(_ writing: Writing, _ cell: Cell) -> Bool {
        guard !writing.isForeign, !ambiguous.contains(writing.stamp), !isOutrun else { return false }
        return !others(cell).contains { other in
            // An old device knows nothing of lost lives, nor does the newer client. And of two edits of which one was
            // sent after a restoration and loses to the one that was taken away, its clock being earlier, nothing tells
            // that it is not what the backup had.
            restores > 0 && other.stamp > writing.stamp && (other.isForeign || other.restores < restores)
        }
    }

    /// Whether somebody deleted the record who had seen this of it.
    private func isDeletedKnowingly(_ sight: Sight) -> Bool {
        writings[Cell(key: sight.cell.key, name: Self.deletion)]?.values
            .contains { !$0.value.isNull && $0.seen.contains(sight) } ?? false
    }

    /// An edit that nobody has seen who deleted the record, though nothing notes it.
    private func editLost(to cell: Cell, _ final: Record, _ notes: [Note]) -> String? {
        guard final.isDeleted, restores == 0, isMadeOnce(cell.key), !hasForeignWritings(cell.key),
            let stamp = final.deletion?.stamp, let deletion = writings[cell]?[stamp],
            isJudged(deletion, cell), !notes.contains(where: { $0.kept == stamp })
        else { return nil }
        let isMerged = final.registers[Self.mergedInto]?.value.string != nil
        for (other, (value, stamp)) in Self.cells(of: final, final.kind.registerNames).sorted(by: { $0.key < $1.key })
        where other.name != Self.deletion && !(isMerged && [Self.used, Self.mergedInto].contains(other.name)) {
            guard let edit = writings[other]?[stamp], edit.replaced != nil || other.name.hasPrefix(Cell.element),
                !other.name.hasPrefix(Cell.element) || value == true, edit.author != deletion.author,
                isJudged(edit, other), edit.stamp < deletion.stamp,
                !isDeletedKnowingly(Sight(cell: other, stamp: stamp))
            else { continue }
            return "\(other.name) (\(stamp)) of device \(edit.author)"
        }
        return nil
    }

    /// The tag or the place that a cell still names, and that was deleted by somebody else, neither knowing of the other,
    /// though nothing notes it.
    private func useLost(
        in cell: Cell, _ final: Record, _ noted: [Cell: [Note]], isLeftOut: (RecordKey) -> Bool,
        final finalOf: (RecordKey) -> Record
    ) -> String? {
        guard restores == 0, !final.isDeleted, let state = Self.cells(of: final, final.kind.registerNames)[cell],
            let used = cell.used(state.value), !isLeftOut(used), let use = writings[cell]?[state.stamp],
            !use.isForeign, !ambiguous.contains(use.stamp)
        else { return nil }
        let (target, gone) = (finalOf(used), Cell(key: used, name: Self.deletion))
        guard target.isDeletedForGood, let stamp = target.deletion?.stamp, let deletion = writings[gone]?[stamp],
            !deletion.isForeign, !ambiguous.contains(stamp), deletion.author != use.author,
            !deletions(of: used).contains(where: { other in
                // Whoever has deleted it too knew what that meant.
                other.seen.contains(Sight(cell: cell, stamp: use.stamp))
                    || use.seen.contains(Sight(cell: gone, stamp: other.stamp))
            }), noted[gone] == nil
        else { return nil }
        return "\(used.kind) \(used.id)"
    }

    // MARK: Records

    static let deletion = "deleted"
    private static let used = TagRegister.used.rawValue
    private static let mergedInto = TagRegister.mergedInto.rawValue

    func isAmbiguous(_ stamps: Set<Stamp>) -> Bool { !ambiguous.isDisjoint(with: stamps) }

    private func others(_ cell: Cell) -> [Writing] { Array((writings[cell] ?? [:]).values) }

    private func deletions(of key: RecordKey) -> [Writing] {
        others(Cell(key: key, name: Self.deletion)).filter { !$0.value.isNull }
    }

    private func isMadeOnce(_ key: RecordKey) -> Bool {
        let made = writings.filter { $0.key.key == key }.flatMap(\.value.values).filter { $0.replaced == nil }
        return Set(made.filter { !$0.seen.contains { $0.cell.key == key } }.map(\.stamp)).count == 1
    }

    private func hasForeignWritings(_ key: RecordKey) -> Bool {
        writings.contains { $0.key.key == key && $0.value.values.contains(where: \.isForeign) }
    }

    /// Whether two values say the same to a person.
    static func isSame(_ one: JSONValue, _ other: JSONValue, _ cell: Cell) -> Bool {
        one == other || cell.name == TodoRegister.completion.rawValue && !one.isNull && !other.isNull
    }

    /// The to-dos that have a tag or a place.
    private static func uses(of key: RecordKey, in records: [RecordKey: Record]) -> [Sight] {
        let name: String
        switch key.kind {
        case .tag: name = Cell.element + key.id
        case .location: name = TodoRegister.location.rawValue
        case .todo, .conflict, .device: return []
        }
        return records.values.filter { $0.kind == .todo }.compactMap { todo in
            let cell = Cell(key: RecordKey(.todo, todo.id), name: name)
            return cells(of: todo, [])[cell].map { Sight(cell: cell, stamp: $0.stamp) }
        }
    }

    private static func deletion(of key: RecordKey?, in records: [RecordKey: Record]) -> [Sight] {
        guard let key, let deletion = records[key]?.deletion, !deletion.value.isNull, let stamp = deletion.stamp else {
            return []
        }
        return [Sight(cell: Cell(key: key, name: Self.deletion), stamp: stamp)]
    }

    private static func cells(of record: Record, _ names: [String]) -> [Cell: (value: JSONValue, stamp: Stamp)] {
        let key = RecordKey(record.kind, record.id)
        var cells: [Cell: (value: JSONValue, stamp: Stamp)] = [:]
        for name in Set(names).union(record.registers.keys) {
            let register = record.registers[name]
            cells[Cell(key: key, name: name)] = (register?.value ?? .null, register?.stamp ?? record.origin)
        }
        for (id, element) in record.elements {
            cells[Cell(key: key, name: Cell.element + id)] = (.bool(element.isPresent), element.stamp)
        }
        if let deletion = record.deletion {
            cells[Cell(key: key, name: Self.deletion)] = (deletion.value, deletion.stamp ?? record.origin)
        }
        return cells
    }
}

extension ConflictOracle.Cell: Comparable {
    static let element = "tags."

    static func < (left: Self, right: Self) -> Bool {
        (left.key.kind.rawValue, left.key.id, left.name) < (right.key.kind.rawValue, right.key.id, right.name)
    }

    /// The tag or the place that a value of it puts to use; nil if there is none.
    func used(_ value: JSONValue) -> RecordKey? {
        guard key.kind == .todo else { return nil }
        if name.hasPrefix(Self.element) {
            return value == true ? RecordKey(.tag, String(name.dropFirst(Self.element.count))) : nil
        }
        return name == TodoRegister.location.rawValue ? value.string.map { RecordKey(.location, $0) } : nil
    }
}
