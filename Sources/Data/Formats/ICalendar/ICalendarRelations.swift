import JSON
import TodoDomain

/// The parent and the dependencies of a to-do. They are `RELATED-TO` lines with the `RELTYPE` PARENT, which is the default, or
/// DEPENDS-ON (RFC 9253, section 4). A line with the `RELTYPE` CHILD says the same as a PARENT of the other to-do, which is where
/// an export has it.
///
/// A UID that is not a valid id is another program's name for a to-do. Its line is kept, and written again as long as the
/// to-do has that relation. So is the line of a parent in another form than ours. Other relations are kept as they are.
struct ICalendarRelations {
    static let name = "RELATED-TO"
    private static let parentType = "PARENT"
    private static let childType = "CHILD"
    private static let dependencyType = "DEPENDS-ON"

    /// The to-dos that have to be done first.
    let dependsOn: [Todo.ID]
    /// The parent; if there are several, the first one.
    let parent: Todo.ID?
    /// The to-dos that are below it.
    let subtasks: [Todo.ID]
    /// The lines to keep.
    let kept: [ICalendarProperty]

    /// Reads the lines.
    /// - Parameter keepsSubtasks: whether the lines of subtasks are kept.
    init(
        _ lines: [ICalendarProperty], of todo: Todo.ID, _ identities: Identities, keepsSubtasks: Bool = false
    ) {
        func ids(_ type: String) -> [Todo.ID] {
            lines.filter { Self.type($0) == type && !$0.value.isEmpty }.map { Self.id($0, identities) }
        }
        dependsOn = Set(ids(Self.dependencyType)).sorted()
        subtasks = ids(Self.childType).filter { $0 != todo }
        let parents = ids(Self.parentType)
        let parent = parents.first == todo ? nil : parents.first
        kept = lines.filter { line in
            switch Self.type(line) {
            case Self.dependencyType: line.value.isEmpty || Todo.ID(line.value) == nil
            case Self.childType: keepsSubtasks || line.value.isEmpty || Self.id(line, identities) == todo
            case Self.parentType: parents.count > 1 || parent.map { Self.line(Self.parentType, $0) } != line.line
            default: true
            }
        }
        self.parent = parent
    }

    /// The lines for a to-do, from its relations and the lines that were kept.
    static func lines(of todo: Todo, kept: [ICalendarProperty], _ identities: Identities) -> [String] {
        var rest = Set(todo.dependsOn)
        let keptParent = kept.first { type($0) == parentType && !$0.value.isEmpty }.map { id($0, identities) }
        // A to-do that is its own parent according to the line has no parent.
        let isSameParent = keptParent == todo.parent || todo.parent == nil && keptParent == todo.id
        var lines: [String] = []
        for line in kept {
            switch type(line) {
            case dependencyType where !line.value.isEmpty:
                let isKnown = rest.remove(id(line, identities)) != nil
                guard isKnown || Todo.ID(line.value) != nil else { continue }
            case parentType where !line.value.isEmpty:
                guard isSameParent else { continue }
            default: break
            }
            lines.append(line.line)
        }
        if let parent = todo.parent, keptParent != parent { lines.append(line(parentType, parent)) }
        return lines + rest.sorted().map { line(dependencyType, $0) }
    }

    private static func line(_ type: String, _ id: Todo.ID) -> String { "\(name);RELTYPE=\(type):\(id)" }

    private static func type(_ line: ICalendarProperty) -> String {
        line.parameter("RELTYPE")?.uppercased() ?? parentType
    }

    private static func id(_ line: ICalendarProperty, _ identities: Identities) -> Todo.ID {
        ICalendarEncoder.id(uid: line.value, recurrence: nil, identities)
    }
}
