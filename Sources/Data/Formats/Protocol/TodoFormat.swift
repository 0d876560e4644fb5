import Foundation
public import TodoDomain

/// A file format that to-dos are read from and written to.
public protocol TodoFormat: Sendable {
    /// What `--format` calls it; never changes.
    var name: String { get }
    /// The endings of file names that stand for it, in lower case and without the dot.
    var fileExtensions: [String] { get }
    /// A reader of all items in `source`; it takes the source over.
    func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader
    /// A writer of one file.
    func makeWriter(context: ExportContext) -> any ItemWriter
}

/// Reads the items of one file, one at a time, in memory that does not grow with the file.
///
/// The exception are records without an id: for each of them a reader remembers a number, to tell equal ones apart,
/// which comes to some 40 MB for a million.
public protocol ItemReader {
    /// The next item; nil at the end of the file. After an error there is nothing more to read.
    /// - Throws: ``TodoError`` with code `bad-input` if the file is not what it should be; the message names the
    ///   position and what is wrong, and holds no text of a to-do.
    mutating func next() throws -> ImportItem?
    /// How many bytes of the file were consumed so far.
    var bytesRead: Int { get }
}

/// Writes the items of one file, each as bytes appended to a buffer that the caller empties as it likes.
///
/// The order is ``header(into:)``, all tags, all locations, all to-dos, ``footer(into:)``. Formats that have no records
/// for tags and locations write nothing for them.
public protocol ItemWriter {
    /// Begins the file.
    mutating func header(into buffer: inout [UInt8])
    /// Writes a tag.
    mutating func write(_ tag: Tag, into buffer: inout [UInt8])
    /// Writes a location.
    mutating func write(_ location: Location, into buffer: inout [UInt8])
    /// Writes a to-do with its tags and its location.
    /// - Returns: what of it the format has no place for: what differs where a reader makes a to-do of it again.
    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission>
    /// Ends the file.
    mutating func footer(into buffer: inout [UInt8])
}

extension ItemWriter {
    /// Nothing, as most formats have it.
    public mutating func header(into buffer: inout [UInt8]) {}
    /// Nothing, as most formats have it.
    public mutating func write(_ tag: Tag, into buffer: inout [UInt8]) {}
    /// Nothing, as most formats have it.
    public mutating func write(_ location: Location, into buffer: inout [UInt8]) {}
    /// Nothing, as most formats have it.
    public mutating func footer(into buffer: inout [UInt8]) {}
}
