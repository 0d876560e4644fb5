import Foundation
import Testing
import TodoDomain
import TodoFormats

/// 2026-11-20T12:00:00Z, in UTC unless a test is about time zones.
let context = ImportContext(now: Date(milliseconds: 1_795_176_000_000), timeZone: utc)
let utc = TimeZone(identifier: "UTC") ?? .gmt
let zurich = TimeZone(identifier: "Europe/Zurich") ?? .gmt

/// The bytes of a file in the folder Fixtures.
func fixture(_ name: String) throws -> [UInt8] {
    let url = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return Array(try Data(contentsOf: url.appendingPathComponent(name)))
}

/// Returns everything that a format reads from `bytes`.
func items(
    of bytes: some Sequence<UInt8>, as format: any TodoFormat, _ context: ImportContext = context,
    chunkSize: Int = ByteSource.chunkSize
) throws -> [ImportItem] {
    var reader = format.makeReader(ByteSource(bytes, chunkSize: chunkSize), context: context)
    var items: [ImportItem] = []
    while let item = try reader.next() { items.append(item) }
    #expect(try reader.next() == nil)
    return items
}

/// The to-dos that a format reads from `text`.
func todos(of text: String, as format: any TodoFormat, _ context: ImportContext = context) throws -> [Todo] {
    try items(of: text.utf8, as: format, context).todos
}

/// Returns the message with which a format refuses `bytes`; nil if it accepts them.
func refusal(
    of bytes: some Sequence<UInt8>, as format: any TodoFormat, _ context: ImportContext = context
) throws -> String? {
    do {
        _ = try items(of: bytes, as: format, context)
        return nil
    } catch let error as TodoError {
        #expect(error.code == .badInput)
        return error.message
    }
}

/// A whole file with these models.
func export(
    _ todos: [Todo], tags: [Tag] = [], locations: [Location] = [], lists: [TodoList] = [],
    as format: any WritableTodoFormat, in zone: TimeZone = utc, extraKeys: [String] = []
) -> [UInt8] {
    var writer = format.makeWriter(context: ExportContext(timeZone: zone, extraKeys: extraKeys))
    var bytes: [UInt8] = []
    writer.header(into: &bytes)
    for tag in tags { writer.write(tag, into: &bytes) }
    for location in locations { writer.write(location, into: &bytes) }
    for list in lists { writer.write(list, into: &bytes) }
    for todo in todos { _ = writer.write(todo, into: &bytes) }
    writer.footer(into: &bytes)
    return bytes
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func date(_ text: String) throws -> Date { try #require(Date(rfc3339: text)) }

extension [ImportItem] {
    var todos: [Todo] {
        compactMap(\.todo)
    }
    var skipped: [String] {
        compactMap { item in
            switch item {
            case .skipped(let position, let reason), .noted(let position, let reason),
                .deleted(_, _, let position, let reason):
                "\(position): \(reason)"
            default: nil
            }
        }
    }
}

/// The tag of a to-do, not that of a test.
typealias Tag = TodoDomain.Tag
