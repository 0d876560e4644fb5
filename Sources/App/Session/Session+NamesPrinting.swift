import JSON
import TodoFormats
import TodoKit

// Prints lists, tags and locations with the numbers of their to-dos.
extension Session {
    func printTags(_ tags: [Tag], asList: Bool = true) async throws {
        let counts = try await store.tags.todoCounts()
        guard !isJSON else {
            return try printItems(tags, asList: asList) { tag, writer in
                TodoJSON.write(tag, counts: Self.named(counts[tag.id]), to: &writer)
            }
        }
        let prefixes = try await store.tags.shortestPrefixes(of: tags.map(\.id))
        let rows = tags.map { tag in
            NameTable.Row(
                id: prefixes[tag.id] ?? tag.id.rawValue, name: tag.title, detail: tag.color ?? "",
                count: counts[tag.id] ?? TodoCount())
        }
        try print(NameTable(nameHeader: "tag", detailHeader: "colour").lines(rows, on: output))
    }

    func printLocations(_ locations: [Location], asList: Bool = true) async throws {
        let counts = try await store.locations.todoCounts()
        guard !isJSON else {
            return try printItems(locations, asList: asList) { location, writer in
                TodoJSON.write(location, counts: Self.named(counts[location.id]), to: &writer)
            }
        }
        let prefixes = try await store.locations.shortestPrefixes(of: locations.map(\.id))
        let rows = locations.map { location in
            let altitude = location.altitude.map { ",\($0)" } ?? ""
            return NameTable.Row(
                id: prefixes[location.id] ?? location.id.rawValue, name: location.placeName ?? "",
                detail: "\(location.latitude),\(location.longitude)\(altitude)",
                count: counts[location.id] ?? TodoCount())
        }
        try print(NameTable(nameHeader: "place", detailHeader: "position").lines(rows, on: output))
    }

    /// Prints lists. As a list, each is below the list that contains it.
    func printLists(_ lists: [TodoList], asList: Bool = true) async throws {
        let counts = try await store.lists.todoCounts()
        let lists = asList ? lists.inTreeOrder : lists
        guard !isJSON else {
            return try printItems(lists, asList: asList) { list, writer in
                TodoJSON.write(list, counts: Self.named(counts[list.id]), to: &writer)
            }
        }
        let prefixes = try await store.lists.shortestPrefixes(of: lists.map(\.id))
        let rows = lists.map { list in
            let note = output.isInteractive && list.isArchived ? ["archived"] : []
            return NameTable.Row(
                id: prefixes[list.id] ?? list.id.rawValue,
                name: list.path + (output.isInteractive && list.space != nil ? " (shared)" : ""),
                detail: ([list.color].compactMap(\.self) + note).joined(separator: ", "),
                count: counts[list.id] ?? TodoCount())
        }
        try print(NameTable(nameHeader: "list", detailHeader: "colour").lines(rows, on: output))
    }

    private static func named(_ count: TodoCount?) -> KeyValuePairs<String, Int> {
        ["open": count?.open ?? 0, "done": count?.done ?? 0]
    }

    /// Prints one model as an object, several as a list.
    private func printItems<Item: Sendable>(
        _ items: [Item], asList: Bool, write: (Item, inout JSONWriter) -> Void
    ) throws {
        try print(json: { writer in
            if asList {
                TodoJSON.write(Page(items: items, total: items.count), to: &writer, item: write)
            } else {
                for item in items { write(item, &writer) }
            }
        })
    }
}

extension [TodoList] {
    /// In their manual order: each list is followed by the lists in it. A list whose parent is missing comes after the
    /// others.
    fileprivate var inTreeOrder: [TodoList] {
        let known = Set(map(\.id))
        let siblings = Dictionary(grouping: self) { $0.parent.flatMap { known.contains($0) ? $0 : nil } }
            .mapValues { $0.sorted(by: Query<TodoList>.all.ascending(\.manual).precedes) }
        var (lists, seen): ([TodoList], Set<TodoList.ID>) = ([], [])
        var next = Array((siblings[nil] ?? []).reversed())
        while let list = next.popLast() {
            guard seen.insert(list.id).inserted else { continue }
            lists.append(list)
            next += (siblings[list.id] ?? []).reversed()
        }
        return lists
    }
}
