public import Foundation
public import TodoDomain

/// A file format for importing to-dos. A format that can also be written is a ``WritableTodoFormat``.
public protocol TodoFormat: Sendable {
    /// The name by which a person chooses it; it never changes.
    var name: String { get }
    /// The file name extensions of the format, in lower case and without the dot.
    var fileExtensions: [String] { get }
    /// The prefix of the extras that hold properties of only this format.
    var extrasPrefix: String { get }
    /// How certain it is that a file is of this format.
    /// - Parameters:
    ///   - name: the name of the file; nil if it has none.
    ///   - beginning: its first bytes; none for a file that is yet to be written.
    func recognizes(name: String?, beginning: FileBeginning) -> Recognition
    /// Makes a reader of all items in `source`. The reader takes over the source.
    func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader
}

/// A file format that can also be written.
public protocol WritableTodoFormat: TodoFormat {
    /// Makes a writer of one file.
    func makeWriter(context: ExportContext) -> any ItemWriter
}

/// Reads the items of one file one at a time, in memory that does not grow with the file.
///
/// Records without an id are the exception. A reader remembers a number for each of them to distinguish equal ones, which takes
/// about 40 MB for a million. There are no default implementations, so each reader has to decide about every requirement.
public protocol ItemReader {
    /// The next item; nil at the end of the file. After an error there are no more items.
    /// - Throws: ``TodoError`` with code `bad-input` if the file is not valid; the message says where and why, without
    ///   any text of a to-do.
    mutating func next() throws -> ImportItem?
    /// The number of bytes consumed so far.
    var bytesRead: Int { get }
    /// The creation date that it gives to records without one, ``ImportContext/now``; nil if it does not give one. An import
    /// puts these records a millisecond apart, so that they keep the order of the file.
    var undated: Date? { get }
    /// Whether a person has ordered the records, as the lines of a text are. The manual order of new to-dos is then that of the
    /// file, also where the dates at which they were made say otherwise. It is read after each item, and holds for that item.
    var isOrdered: Bool { get }
    /// How often each record without an id has occurred; nil if equal records are distinguished only within a file. An import
    /// passes it on from one file to the next.
    var numbers: RecordNumbers? { get set }
    /// The forms in which this and other programs would write a to-do in such a file; nil if a file can express everything. If
    /// a known to-do would be written as the file has it, the import keeps the to-do's values. So a field that a file cannot
    /// express does not count as empty. It is read once after all items.
    var renditions: (@Sendable (Todo) -> [Todo])? { get }
    /// The columns or members for which to-dos have no field, and how many records have each. They are kept as extras. It is
    /// read once after all items.
    var kept: [String: Int] { get }
    /// A to-do of the file in the form in which it is stored under another id. The extras keep the file's id, so that an export
    /// has it again.
    func renamed(_ todo: Todo) -> Todo
}

/// Writes the items of one file, appending to a buffer that the caller empties as it likes.
///
/// The order is ``header(into:)``, all tags, all locations, all lists with each after the one that contains it, all views,
/// all to-dos, ``footer(into:)``. Formats without records for tags, locations, lists or views write nothing for them.
public protocol ItemWriter {
    /// Begins the file.
    mutating func header(into buffer: inout [UInt8])
    /// Writes a tag.
    mutating func write(_ tag: Tag, into buffer: inout [UInt8])
    /// Writes a location.
    mutating func write(_ location: Location, into buffer: inout [UInt8])
    /// Writes a list.
    mutating func write(_ list: TodoList, into buffer: inout [UInt8])
    /// Writes a view.
    mutating func write(_ view: SavedView, into buffer: inout [UInt8])
    /// Writes a to-do with its tags and its location.
    /// - Returns: what the format cannot represent, so that it differs when the to-do is read again.
    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission>
    /// Ends the file.
    mutating func footer(into buffer: inout [UInt8])
}

/// A writer that also says when each field of a to-do was edited last (`Todo.fieldDates`).
package protocol FieldDatingWriter: ItemWriter {}

extension ItemWriter {
    /// Writes nothing, like most formats.
    public mutating func header(into buffer: inout [UInt8]) {}
    /// Writes nothing, like most formats.
    public mutating func write(_ tag: Tag, into buffer: inout [UInt8]) {}
    /// Writes nothing, like most formats.
    public mutating func write(_ location: Location, into buffer: inout [UInt8]) {}
    /// Writes nothing, like most formats.
    public mutating func write(_ list: TodoList, into buffer: inout [UInt8]) {}
    /// Writes nothing, like most formats.
    public mutating func write(_ view: SavedView, into buffer: inout [UInt8]) {}
    /// Writes nothing, like most formats.
    public mutating func footer(into buffer: inout [UInt8]) {}
}
