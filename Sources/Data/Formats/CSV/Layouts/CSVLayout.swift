import Foundation
import JSON
import TodoDomain

/// The layout of another program's CSV: its columns and their meaning. A new layout needs a file beside this one and a line in
/// ``CSVLayouts``.
protocol CSVLayout: SendableMetatype {
    /// The name, which is part of the ids of the rows. It must never change.
    static var name: String { get }
    /// The columns that identify the layout, in small letters.
    static var columns: Set<String> { get }
    /// The parts of a task that the rows can express.
    static var said: Set<ForeignTask.Part> { get }
    init()
    /// Reads a row. The cells that it does not take are kept with the to-do.
    mutating func read(_ row: inout CSVRow) throws -> CSVMeaning
    /// The tasks that are left at the end of the file, and the reports about rows before that were not understood, by line.
    mutating func finish() -> (tasks: [ForeignTask], notUnderstood: [(line: Int, reason: String)])
    /// ``ItemReader/numbers``.
    var numbers: RecordNumbers? { get set }
    /// The part of a to-do that the rows can express, for a to-do with only the parts of ``ForeignTask``
    /// (``ItemReader/renditions``).
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

/// The meaning of a row of another program.
enum CSVMeaning {
    /// To-dos, each after its parent.
    case tasks([ForeignTask])
    /// A to-do that the layout keeps until the end of the file.
    case later(ForeignTask)
    /// A comment on the to-do before it, and its time if the row has one.
    case comment(String, at: Date?)
    /// No item of its own.
    case nothing
    /// A row without a counterpart here, with the reason as a sentence.
    case skipped(String)
}

/// The layouts that are recognized by their headers.
enum CSVLayouts {
    private static let all: [any CSVLayout.Type] = [
        TodoistLayout.self, TickTickLayout.self, OmniFocusLayout.self, OutlookLayout.self, ThingsLayout.self,
        TrelloLayout.self,
    ]

    /// The layout for a header; nil for our own header and for any other.
    static func layout(of header: [String]) -> (any CSVLayout)? {
        let names = Set(header.map { $0.trimmed.lowercased() })
        // Columns from other programs are exported under their own names, so our files may have all of their columns.
        guard !names.isSuperset(of: ["id", "title", "updatedat"]) else { return nil }
        return all.first { names.isSuperset(of: $0.columns) }.map { $0.init() }
    }

    /// Whether this is a line that TickTick writes above its header.
    static func isPreamble(_ cells: [String]) -> Bool {
        guard cells.count == 1 else { return false }
        return ["Date:", "Version:", "Status:"].contains { cells[0].hasPrefix($0) }
    }
}

/// A row whose cells are taken by the names of their columns. Empty cells count as missing.
struct CSVRow {
    private(set) var cells: [String: String] = [:]
    /// The reports about cells that were not understood and are kept as they are, in sentences.
    private(set) var notUnderstood: [String] = []
    /// The columns of these reports.
    private(set) var toldColumns: [String] = []
    private let names: [String: String]
    /// The line where the row begins.
    let line: Int
    /// The facts about the import that are not in the file.
    let context: ImportContext

    init(_ cells: [String], header: [String], line: Int, context: ImportContext) throws {
        guard cells.dropFirst(header.count).allSatisfy(\.isEmpty) else {
            throw InputError("the record has more cells than the header")
        }
        self.line = line
        self.context = context
        names = Dictionary(header.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        for (name, cell) in zip(header, cells) where !name.isEmpty && !cell.trimmed.isEmpty {
            self.cells[name.lowercased()] = cell
        }
    }

    /// Takes the cell of a column.
    mutating func take(_ column: String) -> String? { cells.removeValue(forKey: column) }

    /// Puts a cell back that the to-do has no property for, so that it is kept.
    mutating func keep(_ cell: String?, _ column: String) { cells[column] = cell }

    /// Puts a cell back that was not understood, and reports it.
    mutating func keepNotUnderstood(_ cell: String, _ column: String) {
        keep(cell, column, saying: "is not understood")
    }

    /// Puts a cell back that the to-do can only express in part, and reports it.
    mutating func keep(_ cell: String, _ column: String, saying what: String) {
        keep(cell, column)
        let name = name(of: column)
        toldColumns.append(name)
        notUnderstood.append(
            "\(ForeignDate.shown(cell)) in the column \(name) \(what), and is kept as \(CSVColumn.prefix)\(name).")
    }

    /// The name of a column in the header.
    func name(of column: String) -> String { names[column] ?? column }

    /// Drops columns without information about a to-do.
    mutating func drop(_ columns: String...) { for column in columns { cells[column] = nil } }

    /// The cells that were not used, with the names of their columns.
    var others: [(name: String, value: JSONValue)] { cells.map { (name(of: $0.key), .string($0.value)) } }

    /// Takes a date; nil for an empty cell.
    mutating func takeDate(_ column: String, in zone: TimeZone? = nil) throws -> Due? {
        try take(column).map { try ForeignDate.due($0, column: column, context, in: zone) }
    }

    /// Takes a moment. A day without a time becomes its beginning.
    mutating func takeMoment(_ column: String) throws -> Date? {
        switch try takeDate(column) {
        case .day(let day): day.start(in: context.timeZone)
        case .instant(let date, _): date
        case nil: nil
        }
    }

    /// The moment of a completion without a time: the time when the file was written.
    var unknownCompletion: Date { context.fileModifiedAt ?? context.now }
}
