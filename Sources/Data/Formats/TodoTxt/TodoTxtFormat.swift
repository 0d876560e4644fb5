import TodoDomain

/// One line per to-do, as Gina Trapani's todo.txt has it (github.com/todotxt/todo.txt).
package struct TodoTxtFormat: TodoFormat {
    package let name = "todotxt"
    package let fileExtensions = ["txt"]
    package let omissions = ["notes", "places", "the time of day of every date", "ids", "spaces within tags"]

    /// The format.
    package init() {}

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        TodoTxtReader(source: source, decoder: TodoTxtDecoder(context: context))
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter {
        TodoTxtWriter(encoder: TodoTxtEncoder(timeZone: context.timeZone))
    }
}

/// Reads one to-do per line; empty lines are passed over.
struct TodoTxtReader: ItemReader {
    /// Longer than any line that a person wrote, and short enough to be kept whole among the extras.
    private static let maximumLine = 64 * 1024

    private var source: ByteSource
    private var decoder: TodoTxtDecoder
    private var number = 0

    init(source: ByteSource, decoder: TodoTxtDecoder) { (self.source, self.decoder) = (source, decoder) }

    var bytesRead: Int { source.bytesConsumed }

    mutating func next() throws -> ImportItem? {
        do {
            while true {
                number += 1
                let line = try source.nextLine(maximum: Self.maximumLine) { try String(fileBytes: $0) }
                guard let line else { return nil }
                if !line.trimmed.isEmpty { return try decoder.item(line) }
            }
        } catch {
            throw badInput("line \(number)", error)
        }
    }
}

/// Writes one line per to-do.
struct TodoTxtWriter: ItemWriter {
    private let encoder: TodoTxtEncoder

    init(encoder: TodoTxtEncoder) { self.encoder = encoder }

    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) {
        buffer.append(contentsOf: encoder.line(of: todo).utf8)
        buffer.append(UInt8(ascii: "\n"))
    }
}
