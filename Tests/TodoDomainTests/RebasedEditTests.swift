import Foundation
import JSON
import Testing
import TodoDomain

/// An edit of an outdated model, and the changes made in the meantime.
@Suite("An edit brought together with a later state")
struct RebasedEditTests {
    private func tag(_ id: String, color: String? = nil) -> TodoDomain.Tag {
        TodoDomain.Tag(id: .init(stored: id), title: id, color: color, createdAt: Date(milliseconds: 0))
    }

    private func place(_ id: String, at latitude: Double = 47, name: String? = nil) throws -> Location {
        let point = try Coordinate(latitude: latitude, longitude: 8)
        return Location(id: .init(stored: id), coordinate: point, placeName: name, createdAt: Date(milliseconds: 0))
    }

    @Test("writes the fields of a to-do that it changed, and leaves the others as they now are")
    func fields() throws {
        let read = Todo(id: .init(stored: "a"), title: "Milk", createdAt: Date(milliseconds: 0), tags: [tag("b")])
        var (edited, current) = (read, read)
        edited.title = "Oats"
        edited.location = try place("shop")
        edited.priority = .high
        edited.tags = [tag("b"), tag("c")]
        edited.extras["x"] = 1
        current.title = "Juice"
        current.notes = "two"
        current.tags = [tag("a"), tag("b")]
        current.extras["y"] = 2
        let both = edited.rebased(from: read, onto: current)
        #expect((both.title, both.notes, both.priority) == ("Oats", "two", .high))
        #expect(both.location?.id.rawValue == "shop" && both.tags.map(\.id.rawValue) == ["a", "b", "c"])
        #expect(both.extras == ["x": 1, "y": 2])
        #expect(read.rebased(from: read, onto: both) == both, "what was not edited changes nothing")
        // And back: what was removed, and nothing else.
        let undone = read.rebased(from: edited, onto: both)
        #expect(undone.location == nil && undone.tags.map(\.id.rawValue) == ["a", "b"])
        #expect((undone.title, undone.notes, undone.priority) == ("Milk", "two", nil) && undone.extras == ["y": 2])
    }

    @Test("does the same for a tag and for a place, the position of which is one field")
    func parts() throws {
        let red = tag("a", color: "red")
        var renamed = tag("a", color: "red")
        renamed.title = "b"
        #expect(renamed.rebased(from: red, onto: tag("a", color: "blue")).color == "blue")
        #expect(renamed.rebased(from: red, onto: tag("a", color: "blue")).title == "b")
        let read = try place("p", name: "old")
        let (moved, named) = (try place("p", at: 48, name: "old"), try place("p", name: "new"))
        let both = moved.rebased(from: read, onto: named)
        #expect(both.coordinate == moved.coordinate && both.placeName == "new")
        let other = named.rebased(from: read, onto: moved)
        #expect(other.coordinate == moved.coordinate && other.placeName == "new")
    }
}
