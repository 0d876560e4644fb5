import JSON
import TestSupport
import Testing

/// What the devices' edits must come to: of each field, what was written last stands.
///
/// The edits are made one after the other, on clocks that are one, so that their order is the order of their stamps.
struct Edits {
    struct Todo {
        var title: String
        var notes = ""
        var priority: String?
        var isDone = false
        var tags: Set<String> = []
        var isDeleted = false
    }

    private(set) var todos: [String: Todo] = [:]
    private var random: SeededGenerator
    private var count = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Makes an edit on a device; one of what the device has not yet received comes to nothing.
    mutating func make(on device: TodoProcess) throws {
        count += 1
        guard todos.count > 3, !random.chance(0.2) else {
            let title = "made \(count) – crème"
            todos[try device.add(title)] = Todo(title: title)
            return
        }
        let id = random.pick(todos.keys.sorted())
        let text = "text \(count)"
        var todo = todos[id] ?? Todo(title: "")
        let arguments: [String]
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: (arguments, todo.title) = (["edit", id, "--title", text], text)
        case 2: (arguments, todo.notes) = (["edit", id, "--notes", text], text)
        case 3: (arguments, todo.priority) = (["edit", id, "--priority", "high"], "high")
        case 4:
            arguments = [todo.isDone ? "reopen" : "done", id]
            todo.isDone.toggle()
        case 5, 6:
            let tag = "tag \(random.pick([1, 2, 3]))"
            arguments = ["edit", id, "--tag", tag]
            todo.tags.insert(tag)
        case 7:
            let tag = "tag \(random.pick([1, 2, 3]))"
            arguments = ["edit", id, "--untag", tag]
            // Taking a tag off does not bring back what was deleted.
            let isDeleted = todo.isDeleted
            guard try device.run(arguments).status == 0 else { return }
            todo.tags.remove(tag)
            todo.isDeleted = isDeleted
            todos[id] = todo
            return
        default: arguments = ["delete", id]
        }
        todo.isDeleted = arguments[0] == "delete"
        if try device.run(arguments).status == 0 { todos[id] = todo }
    }

    /// What differs from what a device shows.
    func differences(from device: TodoProcess) throws -> [String] {
        let items = try device("list", "--all", "--page-size", "1000", "--json").json()["items"]?.elements ?? []
        var shown: [String: JSONValue] = [:]
        for item in items { shown[item["id"]?.string ?? ""] = item }
        return todos.flatMap { id, todo -> [String] in
            guard !todo.isDeleted else { return shown[id] == nil ? [] : ["\(id) is back"] }
            guard let item = shown[id] else { return ["\(id) is lost"] }
            let tags = Set(item["tags"]?.elements?.compactMap { $0["title"]?.string } ?? [])
            return [
                item["title"]?.string == todo.title ? nil : "\(id): title \(todo.title)",
                item["notes"]?.string == todo.notes ? nil : "\(id): notes \(todo.notes)",
                item["priority"]?.string == todo.priority ? nil : "\(id): priority",
                (item["completedAt"]?.string != nil) == todo.isDone ? nil : "\(id): completion",
                tags == todo.tags ? nil : "\(id): tags \(todo.tags.sorted()), not \(tags.sorted())",
            ].compactMap { $0 }
        } + shown.keys.filter { todos[$0] == nil }.map { "\($0) came from nowhere" }
    }
}
