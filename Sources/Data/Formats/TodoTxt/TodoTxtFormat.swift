import Foundation
import TodoDomain

/// One line per to-do, in Gina Trapani's todo.txt format (github.com/todotxt/todo.txt).
package struct TodoTxtFormat: WritableTodoFormat {
    package let name = "todotxt"
    package let fileExtensions = ["txt"]
    package let extrasPrefix = TodoTxtLine.prefix

    /// Creates the format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition { recognizes(name: name) }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        TodoTxtReader(
            source: source, decoder: TodoTxtDecoder(context: context),
            look: context.isFormatGuessed ? TodoTxtLook() : nil, isSkippingBad: context.isSkippingBad)
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter {
        TodoTxtWriter(context: context)
    }

    /// ``ItemReader/renditions``: as we write it, and without the parts that many programs do not know, or drop when they
    /// complete a line.
    static func renditions(of todo: Todo, _ context: ExportContext) -> [Todo] {
        var decoder = TodoTxtDecoder(context: context.reading)
        let line = decoder.identified(TodoTxtEncoder(timeZone: context.timeZone).line(of: todo), of: todo)
        guard let written = try? decoder.item(TodoTxtLine(line), line).todo else { return [] }
        var plain = written
        plain.parent = nil
        plain.priority = nil
        return [written, plain]
    }
}

/// Reads one to-do per line; empty lines are skipped.
struct TodoTxtReader: ItemReader {
    /// Longer than any line that a person writes, but short enough for the extras.
    private static let maximumLine = 64 * 1024

    private var source: ByteSource
    private var decoder: TodoTxtDecoder
    private var look: TodoTxtLook?
    private var number = 0
    private let isSkippingBad: Bool

    init(source: ByteSource, decoder: TodoTxtDecoder, look: TodoTxtLook?, isSkippingBad: Bool) {
        self.source = source
        self.decoder = decoder
        self.look = look
        self.isSkippingBad = isSkippingBad
    }

    var bytesRead: Int { source.bytesConsumed }
    var undated: Date? { decoder.context.now }
    var isOrdered: Bool { true }
    var kept: [String: Int] { [:] }
    var renditions: (@Sendable (Todo) -> [Todo])? {
        let context = ExportContext(timeZone: decoder.context.timeZone)
        return { TodoTxtFormat.renditions(of: $0, context) }
    }
    var numbers: RecordNumbers? {
        get { decoder.identities.numbers }
        set { decoder.identities.numbers = newValue ?? RecordNumbers() }
    }

    func renamed(_ todo: Todo) -> Todo { todo }

    mutating func next() throws -> ImportItem? {
        let before = source.bytesConsumed
        var isWhole = false
        do {
            while true {
                number += 1
                isWhole = false
                let text = try source.nextLine(maximum: Self.maximumLine) { try String(fileBytes: $0) }
                guard let text else {
                    number -= 1
                    try look?.finish()
                    return nil
                }
                if text.trimmed.isEmpty { continue }
                let line = TodoTxtLine(text, names: decoder.names)
                isWhole = true
                try look?.check(text, line)
                isWhole = false
                return try decoder.item(line, text)
            }
        } catch {
            // A text in which nothing looks like this format is not just a bad line.
            if isSkippingBad, !isWhole, source.bytesConsumed > before {
                return refused("line \(number)", line: number, error)
            }
            throw badInput("line \(number)", error)
        }
    }
}

/// Writes one line per to-do.
struct TodoTxtWriter: ItemWriter {
    private let encoder: TodoTxtEncoder
    private var decoder: TodoTxtDecoder

    init(context: ExportContext) {
        encoder = TodoTxtEncoder(timeZone: context.timeZone)
        decoder = TodoTxtDecoder(context: context.reading)
    }

    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission> {
        let line = decoder.identified(encoder.line(of: todo), of: todo)
        let read = TodoTxtLine(line, names: decoder.names)
        buffer.append(contentsOf: line.utf8)
        buffer.append(UInt8(ascii: "\n"))
        // The place of its line says where it stands.
        return todo.omissions(keeping: TodoTxtLine.prefix) { try decoder.item(read, line) }.subtracting([.position])
    }
}
