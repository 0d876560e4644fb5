import Foundation
import JSON
import TodoDomain

/// How another program lays out its CSV: which columns it has and what they say. A new one is a file beside this one and
/// a line in ``CSVLayouts``.
protocol CSVLayout: SendableMetatype {
    /// Its name, which is part of the ids of its rows: it never changes.
    static var name: String { get }
    /// The columns by which it is recognized, in small letters.
    static var columns: Set<String> { get }
    /// What its rows can say.
    static var said: Set<ForeignTask.Part> { get }
    init()
    /// What a row says. What it does not take from the row is kept with the to-do.
    mutating func read(_ row: inout CSVRow) throws -> CSVMeaning
    /// What is left at the end of the file, and what could not be understood before that, by its lines.
    mutating func finish() -> (tasks: [ForeignTask], notUnderstood: [(line: Int, reason: String)])
    /// ``ItemReader/numbers``.
    var numbers: RecordNumbers? { get set }
    /// What its rows say of a to-do that has no more than ``ForeignTask`` (``ItemReader/renditions``).
    static func rendition(of todo: Todo) -> Todo
}

extension CSVLayout {
    static var said: Set<ForeignTask.Part> { .rows }

    mutating func finish() -> (tasks: [ForeignTask], notUnderstood: [(line: Int, reason: String)]) { ([], []) }

    var numbers: RecordNumbers? {
        get { nil }
        set {}
    }

    static func rendition(of todo: Todo) -> Todo { todo }
}

/// What a row of another program says.
enum CSVMeaning {
    /// To-dos, each after its parent.
    case tasks([ForeignTask])
    /// A to-do that the layout keeps until the end of the file.
    case later(ForeignTask)
    /// A comment on the to-do before it, and when it was made, if the row says that.
    case comment(String, at: Date?)
    /// Nothing by itself.
    case nothing
    /// Something that has no room here; why, in a sentence.
    case skipped(String)
}

/// The layouts that are recognized by their headers.
enum CSVLayouts {
    private static let all: [any CSVLayout.Type] = [
        TodoistLayout.self, TickTickLayout.self, OmniFocusLayout.self, OutlookLayout.self, ThingsLayout.self,
        TrelloLayout.self,
    ]

    /// The layout of a header; nil for ours and for any other.
    static func layout(of header: [String]) -> (any CSVLayout)? {
        let names = Set(header.map { $0.trimmed.lowercased() })
        // What came from another program's column goes out under its name, so ours may have all of theirs.
        guard !names.isSuperset(of: ["id", "title", "updatedat"]) else { return nil }
        return all.first { names.isSuperset(of: $0.columns) }.map { $0.init() }
    }

    /// Whether this is a line that TickTick writes above its header.
    static func isPreamble(_ cells: [String]) -> Bool {
        guard cells.count == 1 else { return false }
        return ["Date:", "Version:", "Status:"].contains { cells[0].hasPrefix($0) }
    }
}

/// A row whose cells are taken by the names of their columns; empty cells count as missing.
struct CSVRow {
    private(set) var cells: [String: String] = [:]
    /// What could not be understood and is kept as it is, in sentences.
    private(set) var notUnderstood: [String] = []
    /// The columns of which that was said.
    private(set) var toldColumns: [String] = []
    private let names: [String: String]
    /// The line where it begins.
    let line: Int
    /// What is known beside the file.
    let context: ImportContext

    init(_ cells: [String], header: [String], line: Int, context: ImportContext) throws {
        guard cells.dropFirst(header.count).allSatisfy(\.isEmpty) else {
            throw InputError("the record has more cells than the header")
        }
        (self.line, self.context) = (line, context)
        names = Dictionary(header.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        for (name, cell) in zip(header, cells) where !name.isEmpty && !cell.trimmed.isEmpty {
            self.cells[name.lowercased()] = cell
        }
    }

    /// Takes the cell of a column.
    mutating func take(_ column: String) -> String? { cells.removeValue(forKey: column) }

    /// Puts a cell back that has no room in the to-do, to be kept.
    mutating func keep(_ cell: String?, _ column: String) { cells[column] = cell }

    /// Puts a cell back that is not understood, and notes that.
    mutating func keepNotUnderstood(_ cell: String, _ column: String) {
        keep(cell, column, saying: "is not understood")
    }

    /// Puts a cell back of which there is more to say than this to-do can, and says that.
    mutating func keep(_ cell: String, _ column: String, saying what: String) {
        keep(cell, column)
        let name = name(of: column)
        toldColumns.append(name)
        notUnderstood.append(
            "\(ForeignDate.shown(cell)) in the column \(name) \(what), and is kept as \(CSVColumn.prefix)\(name).")
    }

    /// What the header calls a column.
    func name(of column: String) -> String { names[column] ?? column }

    /// Drops columns that say nothing about a to-do.
    mutating func drop(_ columns: String...) { for column in columns { cells[column] = nil } }

    /// The cells that were not used, with the names of their columns.
    var others: [(name: String, value: JSONValue)] { cells.map { (name(of: $0.key), .string($0.value)) } }

    /// Takes a date; nil for an empty cell.
    mutating func takeDate(_ column: String, in zone: TimeZone? = nil) throws -> Due? {
        try take(column).map { try ForeignDate.due($0, column: column, context, in: zone) }
    }

    /// Takes a moment, which a day without a time begins.
    mutating func takeMoment(_ column: String) throws -> Date? {
        switch try takeDate(column) {
        case .day(let day): day.start(in: context.timeZone)
        case .instant(let date, _): date
        case nil: nil
        }
    }

    /// The moment of a completion that has none: when the file was written.
    var unknownCompletion: Date { context.fileModifiedAt ?? context.now }
}
