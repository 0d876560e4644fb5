import Foundation
import TodoDomain

/// A zip archive of files whose formats are known, such as the backups of Todoist and TickTick, and an export of Notion or of
/// Google Takeout. Each file in it is read as if it were imported alone.
package struct ZipFormat: TodoFormat {
    package let name = "zip"
    package let fileExtensions = ["zip"]
    package let extrasPrefix = "zip."

    /// The maximum size of an archive, and of all files in it, in bytes.
    private let maximum: Int
    private let guess: Guess

    /// The format.
    package init(maximum: Int, guess: @escaping Guess) {
        self.maximum = maximum
        self.guess = guess
    }

    /// Recognizes the format of a file by its name and its beginning.
    package typealias Guess = @Sendable (_ fileName: String, _ source: inout ByteSource) throws -> (any TodoFormat)?

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        beginning.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) ? .certain : recognizes(name: name)
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        ZipItemReader(source: source, context: context, maximum: maximum, guess: guess)
    }
}

/// Reads one file of an archive after another.
struct ZipItemReader: ItemReader {
    private let maximum: Int
    private let guess: ZipFormat.Guess
    private var source: ByteSource
    private let context: ImportContext
    private var archive: ZipArchive?
    private var rest: ArraySlice<ZipArchive.Entry> = []
    private var reader: (any ItemReader)?
    private var name = ""
    private var room: Int
    private var isRead = false
    private var hasFormat = false
    private var sayings: [@Sendable (Todo) -> [Todo]] = []
    private var counts: [String: Int] = [:]
    private var earlier: RecordNumbers?

    init(source: ByteSource, context: ImportContext, maximum: Int, guess: @escaping ZipFormat.Guess) {
        self.guess = guess
        self.source = source
        self.context = context
        self.maximum = maximum
        room = maximum
    }

    var bytesRead: Int { source.bytesConsumed }
    var undated: Date? { context.now }
    var isOrdered: Bool { reader?.isOrdered ?? false }
    var kept: [String: Int] { counts.merging(reader?.kept ?? [:], uniquingKeysWith: +) }
    /// Passed on from one file to the next.
    var numbers: RecordNumbers? {
        get { reader?.numbers ?? earlier }
        set { earlier = newValue }
    }
    /// The counts of all its files.
    var renditions: (@Sendable (Todo) -> [Todo])? {
        { [sayings] todo in sayings.flatMap { $0(todo) } }
    }

    func renamed(_ todo: Todo) -> Todo { reader?.renamed(todo) ?? todo }

    mutating func next() throws -> ImportItem? {
        do {
            if !isRead {
                isRead = true
                let found = try ZipArchive(try source.rest(maximum: maximum))
                archive = found
                rest = found.entries.filter(Self.isFile)[...]
            }
        } catch { throw badInput("the file", error) }
        while true {
            if reader != nil {
                do {
                    if let item = try reader?.next() { return item.inFile(name) }
                } catch {
                    reader = nil
                    rest = []
                    throw (error as? TodoError)?.said(of: ForeignDate.shown(name)) ?? error
                }
                close()
            }
            guard let entry = rest.popFirst() else {
                guard hasFormat || archive == nil else {
                    archive = nil
                    throw badInput("the file", InputError("the zip archive holds no file of a format that is known"))
                }
                return nil
            }
            if let item = try open(entry) { return item }
        }
    }

    private mutating func close() {
        if let said = reader?.renditions { sayings.append(said) }
        counts.merge(reader?.kept ?? [:], uniquingKeysWith: +)
        earlier = reader?.numbers ?? earlier
        reader = nil
    }

    /// Opens a file of the archive.
    /// - Returns: the message about a file that is not read.
    private mutating func open(_ entry: ZipArchive.Entry) throws -> ImportItem? {
        name = String(entry.name.split(separator: "/").last ?? "")
        let position = "the file \(ForeignDate.shown(name))"
        let bytes: [UInt8]
        do {
            bytes = try archive?.contents(of: entry, limit: room) ?? []
        } catch { throw badInput(position, error) }
        room -= bytes.count
        var source = ByteSource(bytes)
        let format = try guess(name, &source)
        guard let format, format.name != "zip" else {
            return .skipped(position: position, reason: "A file of a format that is not known was left out.")
        }
        hasFormat = true
        var context = context
        context.fileName = name
        context.isFormatGuessed = true
        reader = format.makeReader(source, context: context)
        reader?.numbers = earlier
        return nil
    }

    /// Whether a person made the file. Some systems add files of their own.
    private static func isFile(_ entry: ZipArchive.Entry) -> Bool {
        let parts = entry.name.split(separator: "/")
        return !entry.name.hasSuffix("/") && !parts.contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
    }
}

extension ImportItem {
    /// The item, with the name of its file in its position.
    fileprivate func inFile(_ name: String) -> ImportItem {
        let file = " of \(ForeignDate.shown(name))"
        switch self {
        case .skipped(let position, let reason): return .skipped(position: position + file, reason: reason)
        case .noted(let position, let reason): return .noted(position: position + file, reason: reason)
        case .refused(let position, let line, let reason):
            return .refused(position: position + file, line: line, reason: reason)
        case .subtask(let id, let parent, let position): return .subtask(id, of: parent, position: position + file)
        default: return self
        }
    }
}
