// Members with their values, for writing an object member by member.
extension JSONWriter {
    /// Writes a member that is a text or null.
    public mutating func member(_ name: String, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    /// Writes a member that is a whole number or null.
    public mutating func member(_ name: String, _ number: Int?) {
        key(name)
        if let number { integer(number) } else { null() }
    }

    /// Writes a member that is a number or null.
    public mutating func member(_ name: String, _ number: Double?) {
        key(name)
        if let number { double(number) } else { null() }
    }

    /// Writes a member that is true or false.
    public mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        bool(flag)
    }

    /// Writes a member that is any value.
    public mutating func member(_ name: String, _ value: JSONValue) {
        key(name)
        self.value(value)
    }
}
