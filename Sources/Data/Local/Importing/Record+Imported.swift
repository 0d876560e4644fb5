import JSON
import TodoDomain

extension Record {
    /// The record for merging another file of the same time into a known record. A device must have one value for each
    /// stamp, because only stamps show what has to be sent. So a value that is set here stays. A register that is empty
    /// and was never written gets the file's value with the next stamp, the same on every device.
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
        return record
    }

    private func value(of name: String) -> JSONValue { registers[name]?.value ?? .null }
}
