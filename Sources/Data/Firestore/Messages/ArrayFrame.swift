/// Finds where the elements of a JSON array begin and end, in bytes that arrive in pieces.
///
/// It counts brackets outside strings and nothing more: whether an element is valid JSON its reader says.
struct ArrayFrame: Sendable {
    /// What the next bytes belong to.
    enum State: Equatable, Sendable {
        /// Nothing but white space was there.
        case start
        /// Behind `[` or a comma; `mayEnd` only behind `[`.
        case beforeElement(mayEnd: Bool)
        /// Within an element.
        case element
        /// Behind an element.
        case afterElement
        /// Behind `]`.
        case end
        /// The body is an object in place of an array: that of an error.
        case object
    }

    /// What was found.
    enum Event: Equatable {
        /// An element begins at this byte.
        case begins(Int)
        /// An element ends before this byte.
        case ends(Int)
        /// All bytes are seen.
        case needsMore
        /// The byte at this position does not belong into an array of objects.
        case fault(Int)
    }

    private(set) var state = State.start
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Looks at `chunk` from `index`, which it moves behind what it saw, up to the next event.
    mutating func next(in chunk: UnsafeBufferPointer<UInt8>, from index: inout Int) -> Event {
        while index < chunk.count {
            if state == .element || state == .object {
                guard skipElement(in: chunk, from: &index) else { return .needsMore }
                state = state == .object ? .end : .afterElement
                return .ends(index)
            }
            let byte = chunk[index]
            if WireError.isSpace(byte) {
                index += 1
                continue
            }
            switch (state, byte) {
            case (.start, UInt8(ascii: "[")): state = .beforeElement(mayEnd: true)
            case (.start, UInt8(ascii: "{")):
                state = .object
                return .begins(index)
            case (.beforeElement, UInt8(ascii: "{")):
                state = .element
                return .begins(index)
            case (.beforeElement(mayEnd: true), UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): state = .end
            case (.afterElement, UInt8(ascii: ",")): state = .beforeElement(mayEnd: false)
            default: return .fault(index)
            }
            index += 1
        }
        return .needsMore
    }

    /// Moves `index` behind the end of the element, or of the chunk; whether the element ended.
    private mutating func skipElement(in chunk: UnsafeBufferPointer<UInt8>, from index: inout Int) -> Bool {
        var position = index
        defer { index = position }
        while position < chunk.count {
            let byte = chunk[position]
            position += 1
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return true }
            default: break
            }
        }
        return false
    }
}
