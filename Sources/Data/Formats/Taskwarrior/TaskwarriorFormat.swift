import Foundation
import JSON
import TodoDomain

/// The format of `task export` and `task import` (Taskwarrior 2.6): a JSON array with one task per line. Files of older
/// versions, which have no brackets, can be read too.
package struct TaskwarriorFormat: WritableTodoFormat {
    package let name = "taskwarrior"
    package let fileExtensions: [String] = []
    package let extrasPrefix = Taskwarrior.prefix

    /// The format.
    package init() {}

    /// Its files end in `.json` or `.data` like others; tasks are recognized by their `description`, which our to-dos do not
    /// have, and other programs beside a name.
    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard beginning.isJSON(named: name), beginning.contains("\"description\":") else { return .none }
        if beginning.hasMembers("entry", "status") { return .content }
        let others = ["title", "name", "content", "summary", "subject"]
        return others.contains { beginning.contains("\"\($0)\":") } ? .none : .content
    }

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

/// Reads one task after another. In exports of Taskwarrior 3, a done child comes before its parent. Such a task waits until the
/// end of the file, when its parent is known. A task that depends on later ones waits until they are known. The tasks after it
/// wait too, so that everything else keeps the order of the file.
struct TaskwarriorReader: ItemReader {
    private enum State { case start, array(isFirst: Bool), lines, end }

    /// A task that waits, as text, which takes the least memory.
    private struct Waiting {
        let number: Int
        let text: String
        /// The UUIDs of the tasks for which it waits.
        var dependencies: [String] = []
    }

    /// The maximum size of the waiting children in bytes. Further ones are read as if their parents were not in the file.
    private static let mostHeld = 8 * ByteSource.maximumElement
    /// The maximum size in bytes of the tasks that wait for their dependencies. Further ones are read as if the dependencies
    /// were ordinary to-dos.
    private static let mostQueued = 2 * ByteSource.maximumElement

    private var source: ByteSource
    private var decoder: TaskwarriorDecoder
    private var state = State.start
    private var count = 0
    /// The number of the task that was read last.
    private var number = 0
    /// The tasks that wait for their parents.
    private var held: ArraySlice<Waiting> = []
    private var heldBytes = 0
    /// A task that waits for its dependencies, and the tasks after it.
    private var queue: ArraySlice<Waiting> = []
    private var queuedBytes = 0
    /// Whether every task is known.
    private var isRead = false
    private let isSkippingBad: Bool

    init(source: ByteSource, decoder: TaskwarriorDecoder, isSkippingBad: Bool) {
        self.source = source
        self.decoder = decoder
        self.isSkippingBad = isSkippingBad
    }

    var bytesRead: Int { source.bytesConsumed }
    var undated: Date? { decoder.context.now }
    var isOrdered: Bool { false }
    var kept: [String: Int] { [:] }
    /// Equal tasks are distinguished only within a file.
    var numbers: RecordNumbers? {
        get { nil }
        set {}
    }
    var renditions: (@Sendable (Todo) -> [Todo])? {
        let context = ExportContext(timeZone: decoder.context.timeZone)
        return { TaskwarriorFormat.renditions(of: $0, context) }
    }

    func renamed(_ todo: Todo) -> Todo { todo }

    mutating func next() throws -> ImportItem? {
        do {
            guard let task = try nextTask() else { return nil }
            do {
                return try decoder.item(task, position: "task \(number)")
            } catch  where isSkippingBad {
                return refused("task \(number)", line: nil, error)
            }
        } catch {
            state = .end
            held = []
            queue = []
            throw badInput(number > 0 ? "task \(number)" : "byte \(source.bytesConsumed + 1)", error)
        }
    }

    /// The next task that need not wait. After the last task, the tasks that have waited for their parents.
    private mutating func nextTask() throws -> JSONValue? {
        if case .start = state { state = try source.skipSignificant("[") ? .array(isFirst: true) : .lines }
        while true {
            if let first = queue.first,
                isRead || queuedBytes > Self.mostQueued || first.dependencies.allSatisfy(decoder.knows)
            {
                queue.removeFirst()
                queuedBytes -= first.text.utf8.count
                return try parsed(first)
            }
            if isRead {
                guard let late = held.popFirst() else { return nil }
                return try parsed(late)
            }
            guard let task = try readTask() else {
                for late in held { decoder.note(try JSONValue(parsing: late.text)) }
                isRead = true
                continue
            }
            if decoder.awaitsParent(task), hold(task) { continue }
            decoder.note(task)
            let dependencies = decoder.unknownDependencies(of: task)
            if queue.isEmpty, dependencies.isEmpty { return task }
            let text = task.canonicalJSON
            queuedBytes += text.utf8.count
            queue.append(Waiting(number: number, text: text, dependencies: dependencies))
        }
    }

    /// A task that has waited.
    private mutating func parsed(_ waiting: Waiting) throws -> JSONValue {
        number = waiting.number
        return try JSONValue(parsing: waiting.text)
    }

    /// The next task of the file; nil after the last one.
    private mutating func readTask() throws -> JSONValue? {
        guard try hasTask() else { return nil }
        count += 1
        number = count
        return try source.nextElement { try $0.value() }
    }

    /// Lets a task wait for its parent; false if there is no room for it.
    private mutating func hold(_ task: JSONValue) -> Bool {
        let text = task.canonicalJSON
        guard heldBytes + text.utf8.count <= Self.mostHeld else { return false }
        heldBytes += text.utf8.count
        held.append(Waiting(number: number, text: text))
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
    /// The recurring tasks so far.
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
        if todo.isRepeating { decoder.note(task) }
        json.value(task)
        buffer.append(contentsOf: json.bytes)
        json.removeAll()
        return todo.omissions(keeping: Taskwarrior.prefix) { try decoder.item(task, position: "") }
    }

    mutating func footer(into buffer: inout [UInt8]) { buffer.append(contentsOf: "\n]\n".utf8) }
}
