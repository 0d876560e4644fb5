import Foundation
import JSON
import TodoDomain
import TodoKit

/// The reminders that ring now, with the to-dos that they are about.
struct Ringing: Sendable {
    /// A to-do with ringing reminders, and when the last of them began to ring.
    private struct Item: Sendable {
        let todo: Todo.ID
        let title: String
        let since: Date
        /// The same as long as nothing else rings.
        var key: String { "\(todo)@\(since.milliseconds)" }
        var href: String { "/todos/\(todo)" }
    }

    private let items: [Item]

    /// The to-dos of rings, by time, each once.
    init(_ rings: [Ring], in store: TodoStore) async throws {
        guard !rings.isEmpty else {
            items = []
            return
        }
        let last = Dictionary(rings.map { ($0.id.todo, $0.at) }) { max($0, $1) }
        items = try await store.todos.fetch(.ids(Array(last.keys)), source: .local).items.compactMap { todo in
            last[todo.id].map { Item(todo: todo.id, title: todo.title, since: $0) }
        }.sorted { ($0.since, $0.todo) < ($1.since, $1.todo) }
    }

    /// The fields of the template `ringing`.
    func fields(_ text: DueText) -> Fields {
        let items = items.map { item -> Fields in
            ["id": item.todo.rawValue, "title": item.title, "href": item.href, "since": text.short(item.since)]
        }
        return ["key": key, "items": items, "hasItems": !items.isEmpty]
    }

    /// An array of `{"key", "title", "href"}`, for notifications outside the page.
    var json: JSONValue {
        .array(
            items.map { item in
                ["key": .string(item.key), "title": .string(item.title), "href": .string(item.href)]
            })
    }

    /// Differs whenever something else rings.
    private var key: String { items.map(\.key).joined(separator: " ") }
}

extension PageContext {
    /// The reminders that ring now.
    func ringing() async throws -> Ringing {
        let reminders = store.reminderSettings(settings)
        let rings = try await memory.rings.value(for: reminders, at: history) { [store] in
            try await store.rings(reminders)
        }
        return try await Ringing(rings.ringing(at: now), in: store)
    }
}
