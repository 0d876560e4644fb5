import Foundation
import JSON
import TodoDomain

/// What `task export` writes and `task import` reads (Taskwarrior 2.6): a JSON array with one task per line. The form
/// of older versions, without brackets, can be read too.
package struct TaskwarriorFormat: TodoFormat {
    package let name = "taskwarrior"
    package let fileExtensions: [String] = []

    /// The format.
    package init() {}

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        TaskwarriorReader(
            source: source, decoder: TaskwarriorDecoder(context: context), isSkippingBad: context.isSkippingBad)
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter {
        TaskwarriorWriter(context: context)
    }
}

/// Reads one task after another.
struct TaskwarriorReader: ItemReader {
    private enum State { case start, array(isFirst: Bool), lines, end }

    private var source: ByteSource
    private var decoder: TaskwarriorDecoder
    private var state = State.start
    private var count = 0
    private let isSkippingBad: Bool

    init(source: ByteSource, decoder: TaskwarriorDecoder, isSkippingBad: Bool) {
        (self.source, self.decoder, self.isSkippingBad) = (source, decoder, isSkippingBad)
    }

    var bytesRead: Int { source.bytesConsumed }
    var undated: Date? { decoder.context.now }

    mutating func next() throws -> ImportItem? {
        do {
            if case .start = state { state = try source.skipSignificant("[") ? .array(isFirst: true) : .lines }
            guard try hasTask() else { return nil }
            count += 1
            let task = try source.nextElement { try $0.value() }
            do {
                return try decoder.item(task, position: "task \(count)")
            } catch  where isSkippingBad {
                return refused("task \(count)", line: nil, error)
            }
        } catch {
            state = .end
            throw badInput(count > 0 ? "task \(count)" : "byte \(source.bytesConsumed + 1)", error)
        }
    }

    /// Moves to the next task; false after the last one.
    private mutating func hasTask() throws -> Bool {
        switch state {
        case .array(let isFirst):
            if try source.skipSignificant("]") {
                state = .end
                guard try source.nextSignificant() == nil else { throw InputError("text follows the last task") }
                return false
            }
            if !isFirst {
                guard try source.skipSignificant(",") else { throw InputError("no comma or bracket follows it") }
            }
            state = .array(isFirst: false)
            return true
        case .lines:
            _ = try source.skipSignificant(",")
            return try source.nextSignificant() != nil
        case .start, .end: return false
        }
    }
}

/// Writes one task per line.
struct TaskwarriorWriter: ItemWriter {
    private let encoder: TaskwarriorEncoder
    private var decoder: TaskwarriorDecoder
    private let timeZone: TimeZone
    /// What recurs, so far.
    private var parents: [Todo.ID: TaskwarriorRecurrence.Parent] = [:]
    private var json = JSONWriter()
    private var isEmpty = true

    init(context: ExportContext) {
        encoder = TaskwarriorEncoder(timeZone: context.timeZone)
        decoder = TaskwarriorDecoder(context: context.reading, skipsChildren: false)
        timeZone = context.timeZone
    }

    mutating func header(into buffer: inout [UInt8]) { buffer.append(contentsOf: "[".utf8) }

    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission> {
        buffer.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        isEmpty = false
        let parent = TaskwarriorRecurrence.Parent(todo, in: timeZone)
        if let parent, parents.count < 65_536 { parents[todo.id] = parent }
        let task = JSONValue.object(encoder.attributes(of: todo, as: parent, after: parents))
        json.value(task)
        buffer.append(contentsOf: json.bytes)
        json.removeAll()
        return todo.omissions(keeping: Taskwarrior.prefix) { try decoder.item(task, position: "") }
    }

    mutating func footer(into buffer: inout [UInt8]) { buffer.append(contentsOf: "\n]\n".utf8) }
}
