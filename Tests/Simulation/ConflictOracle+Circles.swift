import JSON
import TodoDomain

// Edges that close a circle with edges of which their authors did not know.
extension ConflictOracle {
    /// Describes a circle in what everything has become whose ignored edge nobody noted; nil if there is none. It is not
    /// judged where other versions of the program, which notice none, or a restored server or a copy had a part.
    func circleUnnoted(isLeftOut: (RecordKey) -> Bool, final: (RecordKey) -> Record) -> String? {
        guard restores == 0, !hasCopies, !hasForeigners else { return nil }
        for (kind, name) in [
            (RecordKind.todo, TodoRegister.standing.rawValue), (.list, ListRegister.parent.rawValue),
        ] {
            let keys = Set(writings.keys.map(\.key)).filter { $0.kind == kind && !isLeftOut($0) }
            let living = keys.map(final).filter { !$0.isDeleted }
            let parents = Dictionary(
                living.compactMap { record in
                    Self.parent(record.registers[name]?.value ?? .null, kind).map { (record.id, $0) }
                }, uniquingKeysWith: { first, _ in first })
            let stamps = Dictionary(living.map { ($0.id, $0.stamp(of: name)) }, uniquingKeysWith: { first, _ in first })
            for start in parents.keys.sorted() {
                var (circle, next) = ([start], parents[start])
                while let id = next, id != start, stamps[id] != nil, !circle.contains(id) {
                    circle.append(id)
                    next = parents[id]
                }
                guard next == start,
                    let last = circle.max(by: { (stamps[$0] ?? .unknown, $0) < (stamps[$1] ?? .unknown, $1) }),
                    !isAmbiguous(Set(circle.compactMap { stamps[$0] }))
                else { continue }
                let cell = Cell(key: RecordKey(kind, last), name: name)
                guard !notes.contains(where: { $0.cell == cell && $0.lost == stamps[last] }) else { continue }
                return "\(kind) \(last): its \(name) is ignored in the circle \(circle), and that was not noted"
            }
        }
        return nil
    }

    /// Whether a conflict is about an edge that was lost to that of another record, and whether both can close a circle; nil
    /// if it is about something else.
    func isCircle(_ note: Note) -> Bool? {
        let isDependency = note.cell.name.hasPrefix(Cell.element + "after.")
        let isParent =
            [RecordKind.todo: TodoRegister.standing.rawValue, .list: ListRegister.parent.rawValue][note.cell.key.kind]
            == note.cell.name
        // A sync has written a shared stamp as its answer to a completion. That is an edit of the record itself, and not of an
        // edge.
        guard isDependency || isParent, writings[note.cell]?[note.kept] == nil, note.kept.device != .shared else {
            return nil
        }
        // The version before, which does not know the field, makes the same record and leaves the field empty.
        let isEmptied = writings.contains { cell, found in
            cell.key == note.cell.key && found[note.kept]?.isForeign == true
        }
        guard !isEmptied else { return nil }
        func isEdge(_ cell: Cell, _ value: JSONValue) -> Bool {
            isDependency ? value == true : Self.parent(value, cell.key.kind) != nil
        }
        guard let lost = writings[note.cell]?[note.lost], isEdge(note.cell, lost.value) else { return false }
        return writings.contains { cell, found in
            cell.key.kind == note.cell.key.kind
                && (isDependency ? cell.name.hasPrefix(Cell.element + "after.") : cell.name == note.cell.name)
                && found[note.kept].map { isEdge(cell, $0.value) } ?? false
        }
    }

    private static func parent(_ value: JSONValue, _ kind: RecordKind) -> String? {
        kind == .todo ? value.asStanding.parent : value.string
    }
}
