import JSON

/// Writes a reply that is a JSON array of messages while its elements are found.
///
/// Call ``take()`` whenever enough has gathered, send what it returns, and send the rest after ``finish()``. The text
/// has no white space and no line break behind it: Google's own Python parser fails on one.
public struct ArrayEncoder<Element: WireCodable>: Sendable {
    private var writer: JSONWriter
    private var isFinished = false

    /// An encoder with room for `capacity` bytes between two calls of ``take()``.
    public init(reservingCapacity capacity: Int = 0) {
        writer = JSONWriter(reservingCapacity: capacity)
        writer.beginArray()
    }

    /// How many bytes wait to be taken.
    public var count: Int { writer.bytes.count }

    /// Appends an element; behind the end of the array it does nothing.
    public mutating func append(_ element: Element) {
        guard !isFinished else { return }
        element.write(to: &writer)
    }

    /// Ends the array with an error element, which tells the reader to forget the elements before it.
    public mutating func fail(_ status: Status) {
        guard !isFinished else { return }
        ErrorBody(status).write(to: &writer)
        finish()
    }

    /// Ends the array.
    public mutating func finish() {
        guard !isFinished else { return }
        writer.endArray()
        isFinished = true
    }

    /// Hands over the bytes written since the last call.
    public mutating func take() -> [UInt8] { writer.take() }
}
