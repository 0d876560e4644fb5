import Foundation
import TodoDomain
import TodoLocal

/// Everything that a person sees, for comparison.
struct StateSnapshot: Equatable {
    var todos: [Todo]
    var tags: [Tag]
    var locations: [Location]

    /// What a stack holds now.
    init(_ stack: LocalStack) async throws {
        todos = try await TodoDAO(stack).findMany().items
        tags = try await TagDAO(stack).findMany().items
        locations = try await LocationDAO(stack).findMany().items
        sort()
    }

    /// What it held at a moment.
    init(_ past: PastState) {
        todos = past.todos
        tags = past.tags
        locations = past.locations
        sort()
    }

    private mutating func sort() {
        todos.sort { $0.id < $1.id }
        tags.sort { $0.id < $1.id }
        locations.sort { $0.id < $1.id }
    }

    /// The same without the last edit times, which an undo changes.
    var content: StateSnapshot {
        var content = self
        let none = Date(timeIntervalSince1970: 0)
        for index in todos.indices {
            content.todos[index].updatedAt = none
            for tag in todos[index].tags.indices { content.todos[index].tags[tag].updatedAt = none }
            content.todos[index].location?.updatedAt = none
        }
        for index in tags.indices { content.tags[index].updatedAt = none }
        for index in locations.indices { content.locations[index].updatedAt = none }
        return content
    }
}
