import JSON

/// An enum of the API: a name on the wire, or its number in the proto definition.
///
/// The cases are in the order of their numbers, which are contiguous from ``firstNumber``.
protocol WireEnum: RawRepresentable, CaseIterable where RawValue == String, AllCases == [Self] {
    /// The number of the first case. 0 always means "unspecified".
    static var firstNumber: Int { get }
}

extension WireEnum {
    static var firstNumber: Int { 1 }
}

extension JSONReader {
    /// Reads an enum by name or number; nil if it is unspecified (0 or a name that ends with that).
    mutating func enumeration<E: WireEnum>(_: E.Type = E.self) throws -> E? {
        let start = offset
        switch try peek() {
        case .string:
            let name = try string()
            if let value = E(rawValue: name) { return value }
            if name.hasSuffix("_UNSPECIFIED") { return nil }
        case .number:
            let number = try integer()
            if number == 0 { return nil }
            let index = number.subtractingReportingOverflow(Int64(E.firstNumber))
            if !index.overflow, 0..<Int64(E.allCases.count) ~= index.partialValue {
                return E.allCases[Int(index.partialValue)]
            }
        default: break
        }
        throw JSONError("unknown value of an enum", at: start)
    }

    /// Reads an enum that must not be unspecified.
    mutating func specified<E: WireEnum>(_: E.Type = E.self) throws -> E {
        guard let value = try enumeration(E.self) else { throw fault("unspecified value of an enum") }
        return value
    }
}
