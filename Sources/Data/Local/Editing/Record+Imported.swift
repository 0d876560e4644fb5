import JSON
import TodoDomain

extension Record {
    /// The record as another file of the same time is merged into a known one. A device must have one value for each
    /// stamp, since nothing else would show that there is something to send: what is set here already stays, and what is
    /// empty and was never written gets the file's value under the next stamp, the same on every device. So a file that an
    /// earlier version imported brings what that version had no field for.
    func yielding(to known: Record) -> Record {
        var record = self
        let next = Stamp(milliseconds: origin.milliseconds, counter: origin.counter + 1, device: origin.device)
        var filled: Set<String> = []
        for name in Set(kind.registerNames).union(registers.keys) where stamp(of: name) == known.stamp(of: name) {
            let (mine, theirs) = (value(of: name), known.value(of: name))
            if theirs.isNull, !mine.isNull, kind.registerNames.contains(name) {
                record.registers[name] = Register(mine, next)
                filled.insert(name)
            } else {
                record.registers[name] = Register(theirs, stamp(of: name))
            }
        }
        for group in kind.registersWrittenTogether where !filled.isDisjoint(with: group) {
            for name in group where !value(of: name).isNull && known.stamp(of: name) <= next {
                record.registers[name] = Register(value(of: name), next)
            }
        }
        for (id, element) in known.elements where elements[id]?.stamp == element.stamp { record.elements[id] = element }
        for key in replacedExtras(of: known) { record.registers[key] = Register(.null, next) }
        return record
    }

    /// The registers of imported properties that an earlier version kept where the file now fills a field.
    private func replacedExtras(of known: Record) -> [String] {
        guard kind == .todo else { return [] }
        let hasDependencies = elements.keys.contains { !TodoElement($0).isTag }
        return Self.formerExtras.filter { key, register in
            let isField = register.map { !value(of: $0.rawValue).isNull } ?? hasDependencies
            return isField && value(of: key).isNull && !known.value(of: key).isNull && known.stamp(of: key) == origin
        }.map(\.key)
    }

    /// What earlier versions imported as it was, and the field that it is now; nil for the dependencies.
    private static let formerExtras: [(key: String, register: TodoRegister?)] =
        [
            ("taskwarrior.project", .standing), ("taskwarrior.wait", .start), ("taskwarrior.scheduled", .start),
            ("taskwarrior.start", .started), ("taskwarrior.depends", nil), ("taskwarrior.recur", .recurrence),
            ("todotxt.projects", .standing), ("ics.DTSTART", .start), ("ics.RRULE", .recurrence),
            ("ics.RELATED-TO", .standing), ("csv.list", .standing),
        ].map { (TodoRegister.extra($0), $1) }

    private func value(of name: String) -> JSONValue { registers[name]?.value ?? .null }
}
