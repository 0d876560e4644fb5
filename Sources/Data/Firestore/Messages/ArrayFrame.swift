/// Finds the beginnings and ends of the elements of a JSON array, in bytes that arrive in pieces.
///
/// It only counts brackets outside strings; the reader of an element validates it.
struct ArrayFrame: Sendable {
    /// The part of the array that the next bytes belong to.
    enum State: Equatable, Sendable {
        /// Only white space so far.
        case start
        /// After `[` or a comma; `mayEnd` only after `[`.
        case beforeElement(mayEnd: Bool)
        /// Within an element.
        case element
        /// After an element.
        case afterElement
        /// After `]`.
        case end
        /// The body is an object instead of an array: an error.
        case object
    }

    /// The next event.
    enum Event: Equatable {
        /// An element begins at this byte.
        case begins(Int)
        /// An element ends before this byte.
        case ends(Int)
        /// All bytes have been scanned.
        case needsMore
        /// The byte at this position is not allowed in an array of objects.
        case fault(Int)
    }

    private(set) var state = State.start
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Scans `chunk` from `index`, which is advanced, up to the next event.
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

    /// Advances `index` past the end of the element or of the chunk; returns whether the element ended.
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
