package import DavMerge
package import TodoDomain

/// An object as a client has it, whose lines it changes.
package struct SeenTodo: Sendable {
    package var todo: Todo.ID?
    package var etag = ""
    /// The collection that it is in.
    var collection = DavCollection.inbox
    /// What its client compares to know whether there is a newer one.
    var token = ""
    /// How many VTODOs the object has.
    private(set) var components = 1
    /// The unfolded lines of the first VTODO.
    package var lines: [String]

    package init(_ item: DavItem) {
        todo = item.todo
        etag = item.etag
        collection = item.collection
        let text = String(decoding: item.bytes, as: UTF8.self).replacing("\r\n ", with: "")
        let all = text.split(separator: "\r\n").map(String.init)
        let (start, end) = (all.firstIndex(of: "BEGIN:VTODO") ?? 0, all.firstIndex(of: "END:VTODO") ?? 1)
        lines = Array(all[(start + 1)..<end])
        components = all.count { $0 == "BEGIN:VTODO" }
    }

    package init(_ lines: [String]) { self.lines = lines }

    package var bytes: [UInt8] {
        Array(
            (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VTODO"] + lines + [
                "END:VTODO", "END:VCALENDAR", "",
            ]).joined(separator: "\r\n").utf8)
    }

    package static func name(_ line: String) -> String { String(line.prefix { $0 != ":" && $0 != ";" }) }

    /// The lines outside of alarms, with their places.
    private var own: [(index: Int, name: String)] {
        var (isInside, found) = (false, [(index: Int, name: String)]())
        for (index, line) in lines.enumerated() {
            if line == "BEGIN:VALARM" { isInside = true }
            if !isInside { found.append((index, Self.name(line))) }
            if line == "END:VALARM" { isInside = false }
        }
        return found
    }

    /// The lines of its alarms.
    var alarms: [String] {
        let own = Set(own.map(\.index))
        return lines.indices.filter { !own.contains($0) }.map { lines[$0] }
    }

    package func line(_ name: String) -> String? { own.first { $0.name == name }.map { lines[$0.index] } }

    /// With other lines in place of those of their names.
    package func with(_ new: String...) -> SeenTodo {
        var seen = self
        for line in new {
            let name = Self.name(line)
            let index = seen.own.first { $0.name == name }?.index ?? 1
            seen = seen.without(name)
            seen.lines.insert(line, at: min(index, seen.lines.count))
        }
        return seen
    }

    package func without(_ names: String...) -> SeenTodo {
        var seen = self
        for (index, name) in own.reversed() where names.contains(name) { seen.lines.remove(at: index) }
        return seen
    }

    /// With these properties alone, as a client that builds its objects anew.
    package func only(_ names: String...) -> SeenTodo { only(names) }

    /// The same for an array.
    func only(_ names: [String]) -> SeenTodo {
        var seen = self
        seen.lines = own.filter { (names + ["UID"]).contains($0.name) }.map { lines[$0.index] }
        return seen
    }
}
