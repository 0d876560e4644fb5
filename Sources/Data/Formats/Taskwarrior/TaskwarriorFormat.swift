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

    /// ``ItemReader/renditions``: with our own attributes, and without them as in tasks that Taskwarrior has made.
    static func renditions(of todo: Todo, _ context: ExportContext) -> [Todo] {
        let parent = TaskwarriorRecurrence.Parent(todo, in: context.timeZone)
        let task = TaskwarriorEncoder(timeZone: context.timeZone).attributes(of: todo, as: parent, after: [:])
        var own = Set(Taskwarrior.Own.allCases.map(\.rawValue))
        own.formUnion([TaskwarriorRecurrence.own, TaskwarriorRecurrence.settled])
        let plain = task.filter { !own.contains($0.key) }
        return [task, plain].compactMap { task -> Todo? in
            var decoder = TaskwarriorDecoder(context: context.reading, skipsChildren: false)
            return try? decoder.item(.object(task), position: "").todo
        }
    }
}

/// Reads one task after another.
///
/// Tasks that were made of one which comes later in the file, as those that are done do in exports of Taskwarrior 3, wait for the
/// end of the file, by when it is known.
struct TaskwarriorReader: ItemReader {
    private enum State { case start, array(isFirst: Bool), lines, end }

    /// How many bytes of tasks wait. What is beyond that is read as if its parent were not in the file.
    private static let mostHeld = 8 * ByteSource.maximumElement

    private var source: ByteSource
    private var decoder: TaskwarriorDecoder
    private var state = State.start
    private var count = 0
    /// The number of the task that was read last.
    private var number = 0
    /// The tasks that wait, as text, which takes the least memory.
    private var held: ArraySlice<(number: Int, text: String)> = []
    private var heldBytes = 0
    private let isSkippingBad: Bool

    init(source: ByteSource, decoder: TaskwarriorDecoder, isSkippingBad: Bool) {
        (self.source, self.decoder, self.isSkippingBad) = (source, decoder, isSkippingBad)
    }

    var bytesRead: Int { source.bytesConsumed }
    var undated: Date? { decoder.context.now }
    var renditions: (@Sendable (Todo) -> [Todo])? {
        let context = ExportContext(timeZone: decoder.context.timeZone)
        return { TaskwarriorFormat.renditions(of: $0, context) }
    }

    mutating func next() throws -> ImportItem? {
        do {
            guard let task = try nextTask() else { return nil }
            do {
                return try decoder.item(task, position: "task \(number)")
            } catch  where isSkippingBad {
                return refused("task \(number)", line: nil, error)
            }
        } catch {
            (state, held) = (.end, [])
            throw badInput(number > 0 ? "task \(number)" : "byte \(source.bytesConsumed + 1)", error)
        }
    }

    /// The next task that need not wait, and after the last one those that have waited.
    private mutating func nextTask() throws -> JSONValue? {
        if case .start = state { state = try source.skipSignificant("[") ? .array(isFirst: true) : .lines }
        while try hasTask() {
            count += 1
            number = count
            let task = try source.nextElement { try $0.value() }
            if !decoder.awaitsParent(task) || !hold(task) { return task }
        }
        guard let late = held.popFirst() else { return nil }
        number = late.number
        return try JSONValue(parsing: late.text)
    }

    /// Lets a task wait; false if there is no room for it.
    private mutating func hold(_ task: JSONValue) -> Bool {
        let text = task.canonicalJSON
        guard heldBytes + text.utf8.count <= Self.mostHeld else { return false }
        heldBytes += text.utf8.count
        held.append((number, text))
        return true
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
