/// The value of a column.
public enum StoredValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// An integer: a time in milliseconds, a flag, a count.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes. The store itself has none; an app's own tables may.
    case blob([UInt8])

    /// An integer or null.
    public init(_ integer: Int64?) { self = integer.map(StoredValue.integer) ?? .null }
    /// A number or null.
    public init(_ real: Double?) { self = real.map(StoredValue.real) ?? .null }
    /// A text or null.
    public init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }
    /// 1 or 0.
    public init(_ bool: Bool) { self = .integer(bool ? 1 : 0) }
}
