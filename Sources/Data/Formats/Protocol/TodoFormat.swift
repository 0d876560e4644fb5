public import Foundation
public import TodoDomain

/// A file format for importing and exporting to-dos.
public protocol TodoFormat: Sendable {
    /// The name by which a person chooses it; it never changes.
    var name: String { get }
    /// The file name extensions of the format, in lower case and without the dot.
    var fileExtensions: [String] { get }
    /// A reader of all items in `source`, which it takes over.
    func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader
    /// A writer of one file.
    func makeWriter(context: ExportContext) -> any ItemWriter
}

/// Reads the items of one file one at a time, in memory that does not grow with the file.
///
/// The exception is records without an id: for each of them a reader remembers a number, to distinguish equal ones,
/// which takes about 40 MB for a million.
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

extension ItemReader {
    /// Not known.
    public var undated: Date? { nil }
    /// Only within a file.
    public var numbers: RecordNumbers? {
        get { nil }
        set {}
    }
    /// Everything.
    public var renditions: (@Sendable (Todo) -> [Todo])? { nil }
    /// Nothing.
    public var kept: [String: Int] { [:] }
    /// As it is: the format has no ids, or keeps them anyway.
    public func renamed(_ todo: Todo) -> Todo { todo }
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
