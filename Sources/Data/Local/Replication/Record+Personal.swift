import TodoDomain

// Reminders of to-dos that others have too concern one person only: they stay on this device's row, and are neither sent nor
// taken over.
extension TodoDomain.Record {
    /// The part that all members of a space have.
    func shared(in space: SpaceID) -> Self {
        guard space != .own, kind == .todo else { return self }
        var record = self
        record.registers = registers.filter { ReminderRegister($0.key) == nil }
        return record
    }

    /// The record with the part of another version that concerns this person only. Its stamps are those of the origin, because
    /// a reminder that is set after somebody else's deletion does not take the deletion back.
    func with(personalOf other: Self, in space: SpaceID) -> Self {
        guard space != .own, kind == .todo else { return self }
        var record = self
        for (name, register) in other.registers where ReminderRegister(name) != nil {
            record.registers[name] = Register(register.value)
        }
        return record
    }
}
