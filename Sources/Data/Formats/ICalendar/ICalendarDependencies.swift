import JSON
import TodoDomain

/// What a to-do depends on, as `RELATED-TO;RELTYPE=DEPENDS-ON` (RFC 9253, section 4).
///
/// A UID that is not valid here is the id of another to-do under another name: such a line is kept, and written again as long
/// as the to-do has that dependency. Other relations are kept as they are.
enum ICalendarDependencies {
    static let name = "RELATED-TO"

    /// Takes the dependencies out of the lines of this name; returns their ids and the lines to keep.
    static func read(
        _ lines: [ICalendarProperty], _ identities: Identities
    ) -> (ids: [Todo.ID], kept: [ICalendarProperty]) {
        let dependencies = lines.filter(isDependency)
        let kept = lines.filter { !isDependency($0) || Todo.ID($0.value) == nil }
        return (Set(dependencies.map { id($0, identities) }).sorted(), kept)
    }

    /// The lines for a to-do, from those that were kept and its dependencies.
    static func lines(of todo: Todo, kept: [ICalendarProperty], _ identities: Identities) -> [String] {
        var rest = Set(todo.dependsOn)
        var lines: [String] = []
        for line in kept {
            if isDependency(line) {
                let isKnown = rest.remove(id(line, identities)) != nil
                guard isKnown || Todo.ID(line.value) != nil else { continue }
            }
            lines.append(line.line)
        }
        return lines + rest.sorted().map { "\(name);RELTYPE=DEPENDS-ON:\($0.rawValue)" }
    }

    private static func isDependency(_ line: ICalendarProperty) -> Bool {
        line.parameter("RELTYPE")?.uppercased() == "DEPENDS-ON" && !line.value.isEmpty
    }

    private static func id(_ line: ICalendarProperty, _ identities: Identities) -> Todo.ID {
        ICalendarEncoder.id(uid: line.value, recurrence: nil, identities)
    }
}
