import JSON
import TestSupport
import Testing

/// The expected outcome of the devices' edits: in each field, the last write stands.
///
/// The edits are made one after the other on synchronous clocks, so their order is the order of their stamps.
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

    /// Makes an edit on a device, unless the device has not received its subject or the edit would change nothing
    /// there.
    mutating func make(on device: TodoProcess) throws {
        count += 1
        guard todos.count > 3, !random.chance(0.2) else {
            let title = "made \(count) – crème"
            todos[try device.add(title)] = Todo(title: title)
            return
        }
        let id = random.pick(todos.keys.sorted())
        let kind = Int.random(in: 0..<9, using: &random)
        let tag = "tag \(random.pick([1, 2, 3]))"
        let seen = try device("show", id, "--json")
        guard seen.status == 0, var todo = todos[id] else { return }
        let known = try seen.json()
        let hasTag = known["tags"]?.elements?.contains { $0["title"]?.string == tag } == true
        let text = "text \(count)"
        let arguments: [String]
        switch kind {
        case 0, 1: (arguments, todo.title) = (["edit", id, "--title", text], text)
        case 2: (arguments, todo.notes) = (["edit", id, "--notes", text], text)
        case 3 where known["priority"]?.isNull == true:
            arguments = ["edit", id, "--priority", "high"]
            todo.priority = "high"
        case 4:
            todo.isDone = known["completedAt"]?.isNull == true
            arguments = [todo.isDone ? "done" : "reopen", id]
        case 5 where !hasTag, 6 where !hasTag:
            arguments = ["edit", id, "--tag", tag]
            todo.tags.insert(tag)
        case 7 where hasTag:
            arguments = ["edit", id, "--untag", tag]
            todo.tags.remove(tag)
        case 8: arguments = ["delete", id]
        default: return
        }
        // Removing a tag does not bring back what was deleted.
        if kind != 7 { todo.isDeleted = kind == 8 }
        if try device.run(arguments).status == 0 { todos[id] = todo }
    }

    /// Describes how this differs from what a device shows.
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
