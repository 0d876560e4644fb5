import JSON
import TodoDomain

/// Finds the edits that were lost to others made without knowledge of them. For each write it knows what the author
/// saw, but nothing of how the engine detects conflicts: a write that nobody saw and overwrote, and that does not stand
/// in the end, must be recorded as a conflict; no other may be.
struct ConflictOracle {
    /// A register, an element (`tags.<id>`) or the deletion (`deleted`) of a record.
    struct Cell: Hashable {
        let key: RecordKey
        let name: String
    }

    /// A cell as an author saw it.
    struct Sight: Hashable {
        let cell: Cell
        let stamp: Stamp
    }

    /// A conflict that a device recorded.
    struct Note {
        let cell: Cell
        let lost: Stamp
        let kept: Stamp
        /// Who recorded it.
        let device: Int
    }

    /// What an author wrote.
    struct Writing {
        let value: JSONValue
        let stamp: Stamp
        let author: Int
        /// Whether the author is the newer client.
        let isForeign: Bool
        /// What the author saw in its place; nil if the record was created.
        let replaced: Stamp?
        /// All that the author saw of the record; for a tag or a place also its uses, and for a use also its deletion.
        let seen: Set<Sight>
        /// How many times the server had been restored by then.
        let restores: Int
    }

    private(set) var writings: [Cell: [Stamp: Writing]] = [:]
    private(set) var notes: [Note] = []
    /// What an author saw and overwrote.
    private var replaced: Set<Sight> = []
    /// Stamps that stand for two values, as those of files may, or that were given another time.
    private var ambiguous: Set<Stamp> = []
    /// The actions that gave each stamp, and the first stamp that two of them gave.
    private var actions: [Stamp: Int] = [:]
    /// What settles an occurrence and was made by a sync, in answer to a completion: nobody wrote it.
    private var madeBySyncs: Set<RecordKey> = []
    private var action = 0
    private var givenTwice: Stamp?
    /// The stamps of what a server received from a device without the device learning of it.
    private(set) var unanswered: Set<Stamp> = []
    private(set) var restores = 0
    private(set) var hasCopies = false
    /// How many commits the newer client has made since the last restoration, and whether there were ever so many that
    /// the head no longer showed what had been there.
    private var commitsSince = 0 {
        didSet { if commitsSince >= 60, restores > 0 { isOutrun = true } }
    }
    private(set) var isOutrun = false
    /// Whether the version before or the newer client takes part.
    var hasForeigners = false

    // MARK: Noting

    /// Records what an author wrote in one action, and what it saw before.
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

    /// A device gives a stamp in only one action.
    private mutating func give(_ stamp: Stamp) {
        guard stamp.device != .shared else { return }
        if let other = actions[stamp], other != action { givenTwice = givenTwice ?? stamp }
        actions[stamp] = action
    }

    /// Records that some records were given other stamps.
    mutating func restamp(_ records: [(record: Record, before: Record?)], knowing names: (RecordKind) -> [String]) {
        action += 1
        for (record, before) in records {
            if let before { answer(before) }
            let old = before.map { Self.cells(of: $0, names(record.kind)) } ?? [:]
            for (cell, (_, stamp)) in Self.cells(of: record, names(record.kind)) where old[cell]?.stamp != stamp {
                ambiguous.formUnion([stamp, old[cell]?.stamp].compactMap(\.self))
                // Nobody has seen this stamp, so the clock may give it again.
                if let old = old[cell] { actions[old.stamp] = nil }
            }
        }
    }

    /// Records that the completion of a to-do that repeats was answered, by whoever had seen it: it is on the to-do that
    /// settles the occurrence.
    ///
    /// What settles an occurrence says that it was done, also where that was done before: nothing is lost.
    mutating func answer(_ record: Record) {
        let name = TodoRegister.completion.rawValue
        let cell = Cell(key: RecordKey(record.kind, record.id), name: name)
        let answer = record.stamp(of: name)
        guard answer.device == .shared else { return }
        let settles = record.registers[TodoRegister.series.rawValue]?.value.string != nil
        guard settles || record.registers[name]?.value.isNull ?? true else { return }
        if settles, record.origin.device == .shared { madeBySyncs.insert(cell.key) }
        for (stamp, writing) in writings[cell] ?? [:] where stamp < answer {
            if settles || writing.value.isNull
                || stamp.milliseconds == answer.milliseconds && stamp.counter + 1 == answer.counter
            {
                replaced.insert(Sight(cell: cell, stamp: stamp))
            }
        }
    }

    /// Records a conflict that a device shows, once, with the first device that shows it.
    mutating func add(_ note: Note) {
        if !notes.contains(where: { $0.cell == note.cell && $0.lost == note.lost && $0.kept == note.kept }) {
            notes.append(note)
        }
    }

    /// Records what the server has of a record that an author still has to send: it arrived, but the author does not
    /// know.
    mutating func leaveUnanswered(_ record: Record, by author: Int) {
        for (cell, (_, stamp)) in Self.cells(of: record, record.kind.registerNames)
        where writings[cell]?[stamp]?.author == author { unanswered.insert(stamp) }
    }

    mutating func restore() { (restores, commitsSince) = (restores + 1, 0) }
    /// Records that the newer client, which does not check for restorations, has made a commit.
    mutating func commit() { (commitsSince, hasForeigners) = (commitsSince + 1, true) }
    mutating func copy() { hasCopies = true }

    // MARK: Judging

    /// Describes what is wrong with the recorded conflicts; nil if nothing is.
    /// - Parameters:
    ///   - isLeftOut: whether a record has been gone too long to be checked.
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
        if let unnoted = circleUnnoted(isLeftOut: isLeftOut, final: final) { return unnoted }
        for note in notes where !isLeftOut(note.cell.key) && isFalse(note) {
            return "\(note.cell.key.kind) \(note.cell.key.id): \(note.cell.name) (\(note.lost)) is noted by device "
                + "\(note.device) as lost to \(note.kept), which is no conflict"
        }
        return nil
    }

    /// Whether a write was lost without anybody having seen it.
    private func isOwed(_ writing: Writing, _ cell: Cell, _ final: Record) -> Bool {
        guard isJudged(writing, cell) else { return false }
        let state = Self.cells(of: final, final.kind.registerNames)[cell]
        let isLast = state?.stamp == writing.stamp
        // An edit that was not sent when the database was copied gets another stamp in each copy. The later stamp may then win
        // over an edit that followed the other.
        if hasCopies, let state, ambiguous.contains(state.stamp) { return false }
        if cell.name == Self.deletion {
            // The value is there, and something that was written later elsewhere has brought the record back. A later merge
            // into a record can bring it back after another merge has deleted it.
            return isLast && !writing.value.isNull && !final.isDeleted && restores == 0 && isMadeOnce(cell.key)
                && !hasForeignWritings(cell.key) && final.registers[Self.mergedInto]?.value.string == nil
        }
        // Nobody wrote a value that was empty from the beginning. If a merge brought a target back, no conflict is expected.
        if isLast || writing.value.isNull && writing.replaced == nil || cell.name == Self.used { return false }
        let sight = Sight(cell: cell, stamp: writing.stamp)
        // The same value may be written again later: by somebody, or by a sync that answers a completion, which nobody wrote.
        let written = others(cell).map { (value: $0.value, stamp: $0.stamp) } + [state].compactMap(\.self)
        return !replaced.contains(sight) && !isDeletedKnowingly(sight) && !isDeletedByAuthor(writing, cell.key)
            && !written.contains { $0.stamp > writing.stamp && Self.isSame($0.value, writing.value, cell) }
    }

    /// Whether it can be decided that a write must be recorded.
    private func isJudged(_ writing: Writing, _ cell: Cell) -> Bool {
        guard !cell.isOrder, !writing.isForeign, !ambiguous.contains(writing.stamp), !isOutrun else { return false }
        // A record that was made twice. If the newer client merges the two, it notes no conflict, and to the others the first
        // values are those that everybody saw. A record of the version before lacks the registers that it does not know.
        if hasForeigners, restores > 0 && writing.replaced == nil || cell.isUnknownBefore, !isMadeOnce(cell.key) {
            return false
        }
        return !others(cell).contains { other in
            // The newer client knows nothing of lost generations. Also, an edit that is sent after a restoration by a device
            // with a slow clock may lose to an earlier edit, which the restoration has removed. Then nothing shows that it
            // differs from the backup.
            restores > 0 && other.stamp > writing.stamp
                && (other.isForeign || other.restores < restores || ambiguous.contains(other.stamp))
        }
    }

    /// Whether the record was deleted by somebody who had seen this write.
    private func isDeletedKnowingly(_ sight: Sight) -> Bool {
        writings[Cell(key: sight.cell.key, name: Self.deletion)]?.values
            .contains { !$0.value.isNull && $0.seen.contains(sight) } ?? false
    }

    /// Whether the author of a write deleted the record later, or in the same action.
    private func isDeletedByAuthor(_ edit: Writing, _ key: RecordKey) -> Bool {
        writings[Cell(key: key, name: Self.deletion)]?.values
            .contains { !$0.value.isNull && $0.author == edit.author && $0.stamp > edit.stamp } ?? false
    }

    /// Returns an edit that was not seen by whoever deleted the record, and that no conflict reports. If several devices
    /// have deleted the record, the first deletion that meets the edit is reported, with the latest edit that it met; a later
    /// deletion adds nothing to that, as the id of the conflict is made from the edit.
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
                !isDeletedKnowingly(Sight(cell: other, stamp: stamp)), !isDeletedByAuthor(edit, other.key),
                !notes.contains(where: { $0.lost >= stamp && writings[cell]?[$0.kept]?.value.isNull == false })
            else { continue }
            return "\(other.name) (\(stamp)) of device \(edit.author)"
        }
        return nil
    }

    /// Returns the record that a cell still names and that somebody else deleted, neither knowing of the other,
    /// if no conflict reports it.
    private func useLost(
        in cell: Cell, _ final: Record, _ noted: [Cell: [Note]], isLeftOut: (RecordKey) -> Bool,
        final finalOf: (RecordKey) -> Record
    ) -> String? {
        guard restores == 0, !final.isDeleted, let state = Self.cells(of: final, final.kind.registerNames)[cell],
            let used = cell.used(state.value), !isLeftOut(used), let use = writings[cell]?[state.stamp],
            !use.isForeign, !ambiguous.contains(use.stamp),
            // If a to-do was already deleted when the deletion of its tag arrived, nobody saw a use of the tag that was lost.
            !deletions(of: cell.key).contains(where: { $0.stamp > use.stamp })
        else { return nil }
        let (target, gone) = (finalOf(used), Cell(key: used, name: Self.deletion))
        guard target.isDeletedForGood, let stamp = target.deletion?.stamp, let deletion = writings[gone]?[stamp],
            !deletion.isForeign, !ambiguous.contains(stamp), deletion.author != use.author,
            !deletions(of: used).contains(where: { other in
                // Somebody who deleted it too knew about the use.
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

    func isMadeOnce(_ key: RecordKey) -> Bool {
        let made = writings.filter { $0.key.key == key }.flatMap(\.value.values).filter { $0.replaced == nil }
        let count = Set(made.filter { !$0.seen.contains { $0.cell.key == key } }.map(\.stamp)).count
        return count == 1 && !madeBySyncs.contains(key)
    }

    private func hasForeignWritings(_ key: RecordKey) -> Bool {
        writings.contains { $0.key.key == key && $0.value.values.contains(where: \.isForeign) }
    }

    /// Whether two values look the same to a person.
    static func isSame(_ one: JSONValue, _ other: JSONValue, _ cell: Cell) -> Bool {
        one == other || cell.name == TodoRegister.completion.rawValue && !one.isNull && !other.isNull
    }

    /// The to-dos that have a given tag, place or list, or the comments on a to-do.
    private static func uses(of key: RecordKey, in records: [RecordKey: Record]) -> [Sight] {
        let name: String
        switch key.kind {
        case .tag: name = Cell.element + key.id
        case .location: name = TodoRegister.location.rawValue
        case .list: name = TodoRegister.standing.rawValue
        case .todo: name = CommentRegister.todo.rawValue
        case .comment, .view, .app, .conflict, .device, .membership: return []
        }
        let kind = key.kind == .todo ? RecordKind.comment : .todo
        return records.values.filter { $0.kind == kind }.compactMap { user in
            let cell = Cell(key: RecordKey(kind, user.id), name: name)
            return cells(of: user, [])[cell].map { Sight(cell: cell, stamp: $0.stamp) }
        }
    }

    private static func deletion(of key: RecordKey?, in records: [RecordKey: Record]) -> [Sight] {
        guard let key, let deletion = records[key]?.deletion, !deletion.value.isNull, let stamp = deletion.stamp else {
            return []
        }
        return [Sight(cell: Cell(key: key, name: Self.deletion), stamp: stamp)]
    }

    static func cells(of record: Record, _ names: [String]) -> [Cell: (value: JSONValue, stamp: Stamp)] {
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

    /// The name of a cell for that of a register. Here dependencies are elements, as tags are.
    static func name(of register: String) -> String {
        register.hasPrefix("after.") ? element + register : register
    }
    /// Whether the version before does not know it.
    var isUnknownBefore: Bool { !OlderVersion.knows(name, of: key.kind) }

    /// Whether it is a place among siblings, or what was done about a reminder: about these there are no conflicts.
    var isOrder: Bool {
        (key.kind == .todo || key.kind == .list) && name == TodoRegister.position.rawValue || Record.isAct(name)
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.key.kind.rawValue, left.key.id, left.name) < (right.key.kind.rawValue, right.key.id, right.name)
    }

    /// The tag, place or list that a value of this cell gives a to-do, or the to-do of a comment; nil if there is none.
    func used(_ value: JSONValue) -> RecordKey? {
        if key.kind == .comment {
            return name == CommentRegister.todo.rawValue ? value.string.map { RecordKey(.todo, $0) } : nil
        }
        guard key.kind == .todo else { return nil }
        if name == TodoRegister.standing.rawValue { return value.asStanding.list.map { RecordKey(.list, $0) } }
        if name.hasPrefix(Self.element) {
            guard !name.hasPrefix(Self.element + "after.") else { return nil }
            return value == true ? RecordKey(.tag, String(name.dropFirst(Self.element.count))) : nil
        }
        return name == TodoRegister.location.rawValue ? value.string.map { RecordKey(.location, $0) } : nil
    }
}
