package import Foundation
package import TodoDomain

// Short ways to make the models of a test. A property that a test does not name does not matter to it.
extension Todo {
    /// A to-do made at a clock's beginning.
    package static func sample(
        _ id: String, _ title: String = "Buy milk", notes: String = "", createdAt: Date = ManualClock().now,
        completedAt: Date? = nil, due: Due? = nil, priority: Priority? = nil, tags: [Tag] = [],
        location: Location? = nil
    ) -> Todo {
        Todo(
            id: ID(stored: id), title: title, notes: notes, createdAt: createdAt, completedAt: completedAt, due: due,
            priority: priority, tags: tags, location: location)
    }
}

extension Tag {
    /// A tag made at a clock's beginning.
    package static func sample(_ id: String, _ title: String? = nil, color: String? = nil) -> Tag {
        Tag(id: ID(stored: id), title: title ?? id, color: color, createdAt: ManualClock().now)
    }
}

extension TodoList {
    /// A list made at a clock's beginning.
    package static func sample(
        _ id: String, _ title: String? = nil, color: String? = nil, parent: String? = nil
    ) -> TodoList {
        TodoList(
            id: ID(stored: id), title: title ?? id, color: color, parent: parent.map { ID(stored: $0) },
            createdAt: ManualClock().now)
    }
}

extension Location {
    /// A place made at a clock's beginning; Zürich if nothing else is said.
    package static func sample(
        _ id: String, _ placeName: String? = nil, latitude: Double = 47.3769, longitude: Double = 8.5417,
        altitude: Double? = nil
    ) throws -> Location {
        Location(
            id: ID(stored: id), coordinate: try Coordinate(latitude: latitude, longitude: longitude),
            altitude: altitude, placeName: placeName, createdAt: ManualClock().now)
    }
}
