package import GRDB

// GRDB's own subscript traps if a damaged file holds null or a value of another type.
extension Row {
    /// The value of a column, counted from 0.
    /// - Throws: `unreadableRow` if it is null or of another type.
    package func value<Value: DatabaseValueConvertible>(at index: Int) throws -> Value {
        guard let value = try optionalValue(at: index) as Value? else { throw unreadable(index) }
        return value
    }

    /// The value of a column, counted from 0; nil if it is null.
    /// - Throws: `unreadableRow` if it is of another type.
    package func optionalValue<Value: DatabaseValueConvertible>(at index: Int) throws -> Value? {
        let stored: DatabaseValue = self[index]
        guard !stored.isNull else { return nil }
        guard let value = Value.fromDatabaseValue(stored) else { throw unreadable(index) }
        return value
    }

    private func unreadable(_ index: Int) -> DatabaseError {
        let name = columnNames.dropFirst(index).first ?? ""
        return DatabaseError(resultCode: .unreadableRow, message: "the column \(name) cannot be read")
    }
}
