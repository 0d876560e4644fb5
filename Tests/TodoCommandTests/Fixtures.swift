import Foundation
import Testing
import TodoDomain
import todo

/// Saturday, 21 November 2026, 10:30 in Zurich, the time and place of the tests unless they say otherwise.
let saturday = "2026-11-21T09:30:00Z"
let zurich = "Europe/Zurich"

func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

func zone(_ identifier: String) throws -> TimeZone {
    guard let zone = TimeZone(identifier: identifier) else { throw TodoError(.unknownTimeZone, identifier) }
    return zone
}

/// Returns the code of the error that `body` throws; nil if it throws none.
func code(_ body: () throws -> some Any) -> TodoError.Code? {
    do {
        _ = try body()
        return nil
    } catch { return (error as? TodoError)?.code }
}

func makeTodo(
    _ id: String, _ title: String, notes: String = "", done: String? = nil, due: Due? = nil,
    priority: Priority? = nil, tags: [String] = [], location: Location? = nil
) throws -> Todo {
    let created = try date("2026-11-20T08:00:00Z")
    return Todo(
        id: try #require(Todo.ID(id)), title: title, notes: notes, createdAt: created,
        completedAt: try done.map(date), due: due, priority: priority,
        tags: tags.map { Tag(id: TagName.id(for: $0), title: $0, createdAt: created) }, location: location)
}

func makePlace(_ name: String?, altitude: Double? = nil) throws -> Location {
    Location(
        id: try #require(Location.ID("place")), coordinate: try Coordinate(latitude: 47.37, longitude: 8.54),
        altitude: altitude, placeName: name, createdAt: try date("2026-11-20T08:00:00Z"))
}
