import TodoFormats
import TodoKit

// Showing tags and places.
extension Session {
    func printTag(_ tag: Tag) async throws {
        if isJSON { print(json: { TodoJSON.write(tag, to: &$0) }) } else { try await printTags([tag]) }
    }

    func printTags(_ tags: [Tag]) async throws {
        guard !isJSON else { return print(json: { TodoJSON.write(Page(items: tags, total: tags.count), to: &$0) }) }
        let counts = try await store.tagDAO.todoCounts()
        let prefixes = try await store.tagDAO.shortestPrefixes(of: tags.map(\.id))
        let rows = tags.map { tag in
            NameTable.Row(
                id: prefixes[tag.id] ?? tag.id.rawValue, name: tag.title, detail: tag.color ?? "",
                count: counts[tag.id] ?? TodoCount())
        }
        print(NameTable(nameHeader: "tag", detailHeader: "colour").lines(rows, on: output))
    }

    func printLocation(_ location: Location) async throws {
        if isJSON {
            print(json: { TodoJSON.write(location, to: &$0) })
        } else {
            try await printLocations([location])
        }
    }

    func printLocations(_ locations: [Location]) async throws {
        guard !isJSON else {
            return print(json: { TodoJSON.write(Page(items: locations, total: locations.count), to: &$0) })
        }
        let counts = try await store.locationDAO.todoCounts()
        let prefixes = try await store.locationDAO.shortestPrefixes(of: locations.map(\.id))
        let rows = locations.map { location in
            let altitude = location.altitude.map { ",\($0)" } ?? ""
            return NameTable.Row(
                id: prefixes[location.id] ?? location.id.rawValue, name: location.placeName ?? "",
                detail: "\(location.latitude),\(location.longitude)\(altitude)",
                count: counts[location.id] ?? TodoCount())
        }
        print(NameTable(nameHeader: "place", detailHeader: "position").lines(rows, on: output))
    }
}
