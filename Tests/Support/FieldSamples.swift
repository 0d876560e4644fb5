import Foundation
import JSON
package import TodoDomain

extension Field {
    /// Sets the field to a sample value, a different one for each number from 1, to test whatever goes through all
    /// fields. A kind of value that is missing here does not compile.
    package func fill(_ content: inout Content, variant: Int) {
        let moment = ManualClock().now + Double(variant)
        switch value {
        case .line(let path), .text(let path): content[keyPath: path] = "\(name)-\(variant) in words"
        case .optionalText(let path): content[keyPath: path] = "\(name)-\(variant)"
        case .completion(let path), .time(let path): content[keyPath: path] = moment
        case .due(let path):
            content[keyPath: path] =
                variant % 2 == 0
                ? .day(Day(daysSince1970: 20_000 + variant)) : .instant(moment, zone: "Europe/Zurich")
        case .priority(let path): content[keyPath: path] = Priority(rank: (variant - 1) % 3 + 1)
        case .reference(let path, _): content[keyPath: path] = "record-\(variant)"
        case .standing(let path): content[keyPath: path] = Standing(list: "list-\(variant)")
        case .order(let path):
            content[keyPath: path] = OrderPosition(container: "list:list-\(variant)", key: "a\(variant)")
        case .recurrence(let path):
            let day = Day(daysSince1970: 20_000 + variant)
            content[keyPath: path] = Recurrence(
                rule: "FREQ=DAILY;INTERVAL=\(variant)", mode: .every, zone: "Europe/Zurich", base: day, key: day,
                due: .day(day))
        case .occurrence(let path):
            content[keyPath: path] = Occurrence(stretch: variant, key: Day(daysSince1970: 20_000 + variant))
        case .address(let path): content[keyPath: path] = RecordAddress(space: "space-\(variant)", id: name)
        case .flag(let path): content[keyPath: path] = variant % 2 == 1
        case .milliseconds(let path): content[keyPath: path] = moment.milliseconds
        case .number(let path, _): content[keyPath: path] = 10 * variant
        case .position(let path):
            guard let point = try? Coordinate(latitude: Double(variant), longitude: Double(variant) / 2) else { return }
            content[keyPath: path] = Location.Position(coordinate: point, altitude: Double(100 * variant))
        case .object(let path): content[keyPath: path] = ["variant": .integer(Int64(variant)), "of": .string(name)]
        }
    }
}

extension RecordContent {
    /// Returns a content with a value in each field, different for each number from 1.
    package static func full(_ variant: Int) -> Self {
        var content = Self()
        for field in fields.all { field.fill(&content, variant: variant) }
        return content
    }
}

extension RecordKind {
    /// The kinds by their contents, for tests that apply to each.
    package static let contents: [any RecordContent.Type] = allCases.map(\.content)
}

extension Todo {
    /// Returns a to-do with a value in each field that one which does not repeat can have, different for each number from
    /// 1; the place with that number is among them.
    package static func full(_ variant: Int, _ id: String = "a") -> Todo {
        let content = Content.full(variant)
        var todo = content.todo.identified(
            as: .init(stored: id), createdAt: ManualClock().now, updatedAt: ManualClock().now)
        // One that repeats, or settles an occurrence, shows other values than those that are set.
        todo.recurrence = nil
        todo.occurrence = nil
        todo.isSkipped = false
        todo.list = content.standing.list.map { .sample($0, "List \(variant)") }
        todo.location = try? .sample(content.locationID ?? "", "Place \(variant)", latitude: Double(variant))
        return todo
    }

    /// Returns the to-do with one field taken from another.
    package func with(_ field: Field<Content>, from other: Todo) -> Todo {
        var content = Content(self)
        field.copy(from: Content(other), to: &content)
        var todo = content.todo
        if content.standing.list != list?.id.rawValue { todo.list = other.list }
        if content.locationID != location?.id.rawValue { todo.location = other.location }
        return todo
    }
}

extension TodoRegister {
    /// The registers that edits write by themselves.
    package static let edited = allCases.filter { $0.field.isWritable && $0 != .recurrence }
    /// The others: a move writes the place among siblings, a rule by which something repeats comes with its date, and
    /// completing an occurrence writes what settles it.
    package static let unedited = allCases.filter { !edited.contains($0) }
}
