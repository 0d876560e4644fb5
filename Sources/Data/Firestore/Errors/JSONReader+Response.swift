import JSON

extension JSONReader {
    /// Reads the members of a reply; throws the error in a member `error`.
    @inline(__always)
    mutating func response(_ member: (Key, inout JSONReader) throws -> Void) throws {
        try message { key, reader in
            if case "error" = key { throw try ErrorBody.status(of: &reader) }
            try member(key, &reader)
        }
    }
}
