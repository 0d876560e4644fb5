import JSON

/// Writes a reply that is a JSON array of messages while its elements are found.
///
/// Call ``take()`` whenever enough has accumulated, and send its result; send the rest after ``finish()``. The text has
/// no white space and no final line break, which Google's own Python parser would reject.
package struct ArrayEncoder<Element: WireCodable>: Sendable {
    private var writer: JSONWriter
    private var isFinished = false

    /// An encoder with space for `capacity` bytes between two calls of ``take()``.
    package init(reservingCapacity capacity: Int = 0) {
        writer = JSONWriter(reservingCapacity: capacity)
        writer.beginArray()
    }

    /// The number of bytes to be taken.
    package var count: Int { writer.bytes.count }

    /// Appends an element; does nothing after the end of the array.
    package mutating func append(_ element: Element) {
        guard !isFinished else { return }
        element.write(to: &writer)
    }

    /// Ends the array with an error element, which makes the reader discard the elements before it.
    package mutating func fail(_ status: Status) {
        guard !isFinished else { return }
        ErrorBody(status).write(to: &writer)
        finish()
    }

    /// Ends the array.
    package mutating func finish() {
        guard !isFinished else { return }
        writer.endArray()
        isFinished = true
    }

    /// Returns the bytes written since the last call.
    package mutating func take() -> [UInt8] { writer.take() }
}
