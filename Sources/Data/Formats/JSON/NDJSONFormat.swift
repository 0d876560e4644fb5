import Foundation
import JSON
import TodoDomain

/// One JSON object per line (ndjson, JSON lines): suitable for streams of records, `jq -c` and `grep`.
package struct NDJSONFormat: WritableTodoFormat {
    package let name = "ndjson"
    package let fileExtensions = ["ndjson", "jsonl"]
    package let extrasPrefix = TodoJSON.othersPrefix

    /// Creates the format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard beginning.isJSON(named: name) else { return recognizes(name: name) }
        let own = JSONRecordKind.allCases.contains { beginning.text.hasPrefix("{\"kind\":\"\($0.rawValue)\"") }
        if own, FileBeginning.ending(of: name) != "json" { return .certain }
        if recognizes(name: name) == .name { return .form }
        return FileBeginning.ending(of: name) != "json" && beginning.text.hasPrefix("{\"kind\":") ? .form : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        NDJSONReader(
            source: source, decoder: TodoJSONDecoder(context: context), isSkippingBad: context.isSkippingBad)
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter { NDJSONWriter() }
}

/// Reads one record per line; empty lines are skipped.
struct NDJSONReader: ItemReader {
    private var source: ByteSource
    private var decoder: TodoJSONDecoder
    private var line = 0
    private let isSkippingBad: Bool

    init(source: ByteSource, decoder: TodoJSONDecoder, isSkippingBad: Bool) {
        self.source = source
        self.decoder = decoder
        self.isSkippingBad = isSkippingBad
    }

    var bytesRead: Int { source.bytesConsumed }
    var undated: Date? { decoder.context.now }
    var isOrdered: Bool { decoder.isOrdered }
    var kept: [String: Int] { decoder.kept }
    /// Equal records are distinguished within a file.
    var numbers: RecordNumbers? {
        get { nil }
        set {}
    }
    var renditions: (@Sendable (Todo) -> [Todo])? { decoder.renditions }

    func renamed(_ todo: Todo) -> Todo { todo }

    mutating func next() throws -> ImportItem? {
        while true {
            if let item = decoder.takeReady() { return item }
            line += 1
            let item: ImportItem??
            let (before, position) = (source.bytesConsumed, "line \(line)")
            do {
                item = try source.nextLine { bytes -> ImportItem? in
                    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
                    return try JSONReader.read(bytes) { try decoder.item(&$0, at: position) }
                }
            } catch {
                if isSkippingBad, source.bytesConsumed > before {
                    return refused(position, line: line, error)
                }
                throw badInput(position, error)
            }
            switch item {
            case .some(let item?): return item
            case .some(nil): continue
            case nil:
                try decoder.finish()
                return decoder.takeReady()
            }
        }
    }
}

/// Writes one record per line, each beginning with its kind.
struct NDJSONWriter: FieldDatingWriter {
    private var json = JSONWriter()

    mutating func write(_ tag: Tag, into buffer: inout [UInt8]) {
        TodoJSON.write(tag, kind: .tag, to: &json)
        endLine(into: &buffer)
    }

    mutating func write(_ location: Location, into buffer: inout [UInt8]) {
        TodoJSON.write(location, kind: .location, to: &json)
        endLine(into: &buffer)
    }

    mutating func write(_ view: SavedView, into buffer: inout [UInt8]) {
        TodoJSON.write(view, kind: .view, to: &json)
        endLine(into: &buffer)
    }

    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission> {
        TodoJSON.write(todo, kind: .todo, restoresOthers: true, to: &json)
        endLine(into: &buffer)
        return []
    }

    private mutating func endLine(into buffer: inout [UInt8]) {
        buffer.append(contentsOf: json.bytes)
        buffer.append(UInt8(ascii: "\n"))
        json.removeAll()
    }
}
