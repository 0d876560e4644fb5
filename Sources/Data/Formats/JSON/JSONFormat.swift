import JSON
import TodoDomain

/// One JSON document:
/// `{"format": "todo", "version": 1, "tags": [...], "locations": [...], "lists": [...], "views": [...], "todos": [...]}`.
///
/// The reader also accepts an array of to-dos, a single to-do, and a page of to-dos (`{"items": […]}`).
package struct JSONFormat: WritableTodoFormat {
    /// The version of the document that is written. Later versions are refused.
    package static let version: Int64 = 1

    package let name = "json"
    package let fileExtensions = ["json"]
    package let extrasPrefix = TodoJSON.othersPrefix

    /// Creates the format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        if beginning.start.hasPrefix("{\"format\":\"todo\"") { return .certain }
        let isOther = ["ndjson", "jsonl"].contains(FileBeginning.ending(of: name))
        return beginning.isJSON(named: name) && !isOther ? .form : recognizes(name: name)
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        JSONDocumentReader(source: source, decoder: TodoJSONDecoder(context: context))
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter { JSONDocumentWriter() }
}

/// Writes the document with one record per line, so that a version control system can show the changes.
struct JSONDocumentWriter: FieldDatingWriter {
    /// The arrays of the document, in order.
    private enum Section: Int, CaseIterable {
        case tags, locations, lists, views, todos
    }

    private var json = JSONWriter()
    private var section: Section?
    private var isEmpty = true

    mutating func header(into buffer: inout [UInt8]) {
        buffer.append(contentsOf: "{\"format\":\"todo\",\"version\":\(JSONFormat.version)".utf8)
    }

    mutating func write(_ tag: Tag, into buffer: inout [UInt8]) {
        enter(.tags, into: &buffer)
        TodoJSON.write(tag, to: &json)
        endRecord(into: &buffer)
    }

    mutating func write(_ location: Location, into buffer: inout [UInt8]) {
        enter(.locations, into: &buffer)
        TodoJSON.write(location, to: &json)
        endRecord(into: &buffer)
    }

    mutating func write(_ list: TodoList, into buffer: inout [UInt8]) {
        enter(.lists, into: &buffer)
        TodoJSON.write(list, to: &json)
        endRecord(into: &buffer)
    }

    mutating func write(_ view: SavedView, into buffer: inout [UInt8]) {
        enter(.views, into: &buffer)
        TodoJSON.write(view, to: &json)
        endRecord(into: &buffer)
    }

    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission> {
        enter(.todos, into: &buffer)
        TodoJSON.write(todo, kind: nil, restoresOthers: true, to: &json)
        endRecord(into: &buffer)
        return []
    }

    mutating func footer(into buffer: inout [UInt8]) {
        enter(.todos, into: &buffer)
        buffer.append(contentsOf: "\n]}\n".utf8)
    }

    /// Opens the arrays up to `section`, closing those before it.
    private mutating func enter(_ target: Section, into buffer: inout [UInt8]) {
        let open = section?.rawValue ?? -1
        // Going back would have to change text that was already written. This is a bug in the calling code that its first test
        // finds.
        precondition(open <= target.rawValue, "tags come first, then locations, lists, views and to-dos")
        for next in Section.allCases where next.rawValue > open && next.rawValue <= target.rawValue {
            buffer.append(contentsOf: "\(section == nil ? "" : "\n]"),\n\"\(next)\":[".utf8)
            section = next
            isEmpty = true
        }
    }

    private mutating func endRecord(into buffer: inout [UInt8]) {
        buffer.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        buffer.append(contentsOf: json.bytes)
        json.removeAll()
        isEmpty = false
    }
}
