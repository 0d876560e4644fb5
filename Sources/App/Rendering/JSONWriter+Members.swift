import JSON

extension JSONWriter {
    /// A member that is a text or null.
    mutating func member(_ name: String, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    /// A member that is a number.
    mutating func member(_ name: String, _ number: Int) {
        key(name)
        integer(number)
    }
}
