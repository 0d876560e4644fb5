public import Foundation
public import TodoDomain

/// A file format for importing to-dos. It may only be read: one that is also written is a ``WritableTodoFormat``.
public protocol TodoFormat: Sendable {
    /// The name by which a person chooses it; it never changes.
    var name: String { get }
    /// The file name extensions of the format, in lower case and without the dot.
    var fileExtensions: [String] { get }
    /// With what the keys of those extras begin that hold what only this format has.
    var extrasPrefix: String { get }
    /// How sure it is that a file is of this format.
    /// - Parameters:
    ///   - name: the name of the file; nil if it has none.
    ///   - beginning: its first bytes; none for a file that is yet to be written.
    func recognizes(name: String?, beginning: FileBeginning) -> Recognition
    /// A reader of all items in `source`, which it takes over.
    func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader
}

/// A file format that is also written.
public protocol WritableTodoFormat: TodoFormat {
    /// A writer of one file.
    func makeWriter(context: ExportContext) -> any ItemWriter
}

/// Reads the items of one file one at a time, in memory that does not grow with the file.
///
/// The exception is records without an id: for each of them a reader remembers a number, to distinguish equal ones,
/// which takes about 40 MB for a million. Each reader answers all that is asked of it: there are no answers by default.
public protocol ItemReader {
    /// The next item; nil at the end of the file. After an error there are no more items.
    /// - Throws: ``TodoError`` with code `bad-input` if the file is not valid; the message says where and why, without
    ///   any text of a to-do.
    mutating func next() throws -> ImportItem?
    /// The number of bytes consumed so far.
    var bytesRead: Int { get }
    /// The creation date that it gives to records without one, ``ImportContext/now``; nil if that is not known. An import
    /// puts those a millisecond apart, so that they keep the order of the file.
    var undated: Date? { get }
    /// How often each record without an id has occurred; nil if equal ones are only told apart within a file. An import
    /// passes it on from one file to the next.
    var numbers: RecordNumbers? { get set }
    /// What a file of this kind says of a to-do, as this and other programs write it; nil if it can say everything. An import
    /// keeps what a known to-do has where the file has the same as one of these, so that what a file cannot say is not taken
    /// for empty. Asked for once all items are read.
    var renditions: (@Sendable (Todo) -> [Todo])? { get }
    /// What the file has that no to-do has a field for: how many records have it, by the name of the column or the member.
    /// It is kept as extras. Asked for once all items are read.
    var kept: [String: Int] { get }
    /// A to-do of the file as it is stored under another id: with the one of the file among its extras, so that an export has it
    /// again.
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
