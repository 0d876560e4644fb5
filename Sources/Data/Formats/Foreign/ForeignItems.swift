import Foundation
import JSON
import TodoDomain

/// The items of another program's file, collected to-do by to-do, with a report of what was not taken.
struct ForeignItems {
    /// The prefix of the keys of extras.
    let prefix: String
    let context: ImportContext
    private var identities: Identities
    private var tagMaker = TagMaker()
    /// The items so far, in the order of the file.
    private(set) var items: [ImportItem] = []
    /// ``ItemReader/kept``.
    private(set) var kept: [String: Int] = [:]
    /// More members than this are not counted.
    private static let mostKept = 1000

    init(format: String, context: ImportContext) {
        prefix = format + "."
        self.context = context
        identities = Identities(format: format)
    }

    /// The id of a record whose program gives ids that are unique in the world.
    func id(_ name: String) -> Todo.ID { identities.id(ofForeign: name) }

    /// An id that follows from the record's content. Equal records are numbered.
    mutating func id(ofContent parts: String...) -> Todo.ID {
        identities.id(ofContent: parts.joined(separator: "\u{0}"))
    }

    /// Adds a to-do. One without a title is left out.
    mutating func add(_ task: ForeignTask, id: Todo.ID, at position: String) throws {
        guard !task.title.trimmed.isEmpty else {
            return skip("A record without a title is not a to-do.", at: position)
        }
        do {
            items.append(try task.item(id: id, prefix: prefix, context, &tagMaker))
            for (name, _) in task.others where kept[name] != nil || kept.count < Self.mostKept {
                kept[name, default: 0] += 1
            }
        } catch {
            guard context.isSkippingBad else { throw badInput(position, error) }
            items.append(refused(position, line: nil, error))
        }
    }

    /// Reports that a record was not taken.
    mutating func skip(_ reason: String, at position: String) {
        items.append(.skipped(position: position, reason: reason))
    }

    /// Reports what happened to a part of a record.
    mutating func note(_ reason: String, at position: String) {
        items.append(.noted(position: position, reason: reason))
    }
}

/// Reads another program's file as a whole, and then returns its items one by one.
struct ForeignFileReader: ItemReader {
    /// The maximum size of a file in bytes. JSON takes much more memory than its text.
    static let maximum = 32 * 1024 * 1024

    private var source: ByteSource
    private var result: ForeignItems
    private let said: Set<ForeignTask.Part>
    private let read: (_ bytes: [UInt8], _ items: inout ForeignItems) throws -> Void
    /// How many items were returned; nil before the file is read.
    private var count: Int?

    /// - Parameters:
    /// - said: the fields that such a file can express.
    ///   - read: reads the whole file.
    init(
        _ source: ByteSource, format: any TodoFormat, saying said: Set<ForeignTask.Part>, context: ImportContext,
        read: @escaping (_ bytes: [UInt8], _ items: inout ForeignItems) throws -> Void
    ) {
        self.source = source
        self.said = said
        self.read = read
        result = ForeignItems(format: format.name, context: context)
    }

    var bytesRead: Int { source.bytesConsumed }
    var undated: Date? { result.context.now }
    var isOrdered: Bool { true }
    var kept: [String: Int] { result.kept }
    /// Equal records are distinguished only within a file.
    var numbers: RecordNumbers? {
        get { nil }
        set {}
    }
    var renditions: (@Sendable (Todo) -> [Todo])? {
        { [said] in [ForeignTask.rendition(of: $0, saying: said)] }
    }

    /// The to-do as it is. The format is never written.
    func renamed(_ todo: Todo) -> Todo { todo }

    mutating func next() throws -> ImportItem? {
        if count == nil {
            count = 0
            do {
                let bytes = try source.rest(maximum: Self.maximum)
                guard !bytes.isEmpty else { throw InputError("it is empty") }
                try read(bytes, &result)
            } catch {
                count = result.items.count
                throw badInput("the file", error)
            }
        }
        guard let place = count, place < result.items.count else { return nil }
        count = place + 1
        return result.items[place]
    }
}

extension ByteSource {
    /// All bytes that are left.
    /// - Throws: ``InputError`` if there are more than `maximum`.
    mutating func rest(maximum: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while try require(1) {
            bytes += buffer[start..<end]
            consume(end - start)
            guard bytes.count <= maximum else {
                throw InputError("it has more than \(maximum >> 20) MB, and files of this format are read as a whole")
            }
        }
        return bytes
    }
}
