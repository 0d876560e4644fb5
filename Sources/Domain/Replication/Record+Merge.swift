import JSON

extension Record {
    /// Merges two replicas of one record: for each register, the later write wins.
    ///
    /// Commutative, associative and idempotent, so replicas converge in any order of merging. Correct clocks never give
    /// different values equal stamps. If it happens, the greater canonical JSON wins, never the order of arrival.
    /// - Precondition: both have the same kind and id.
    public func merged(with other: Record) -> Record {
        precondition(kind == other.kind && id == other.id, "only replicas of one record are merged")
        // `origin` may differ between them, so each register is given its stamp first.
        return expanded().joined(other.expanded()).normalized()
    }

    /// The canonical form of the record, which ``merged(with:)`` returns and in which records are compared. A register
    /// with the origin's stamp does not repeat it. A register of the kind that has been null since the origin is left
    /// out.
    package func normalized() -> Record {
        var record = self
        record.registers = registers.mapValues(normalized)
        for name in kind.registerNames where record.registers[name] == Register(.null) { record.registers[name] = nil }
        record.deletion = deletion.map(normalized)
        return record
    }

    private func normalized(_ register: Register) -> Register {
        register.stamp == origin ? Register(register.value) : register
    }

    /// The record with an explicit stamp for every register of its kind and every other register that it contains.
    private func expanded() -> Record {
        var record = self
        for name in kind.registerNames where registers[name] == nil { record.registers[name] = Register(.null) }
        for (name, register) in record.registers where register.stamp == nil {
            record.registers[name]?.stamp = origin
        }
        record.deletion?.stamp = deletion?.stamp ?? origin
        return record
    }

    private func joined(_ other: Record) -> Record {
        var result = self
        result.createdAt = min(createdAt, other.createdAt)
        result.origin = min(origin, other.origin)
        result.registers = registers.merging(other.registers) { left, right in
            Register.later(left, right, origin: result.origin)
        }
        result.elements = elements.merging(other.elements) { left, right in
            if left.stamp != right.stamp { return left.stamp > right.stamp ? left : right }
            return left.isPresent ? left : right
        }
        result.deletion =
            switch (deletion, other.deletion) {
            case (let left?, let right?): Register.later(left, right, origin: result.origin)
            case (let left, let right): left ?? right
            }
        return result
    }
}

extension Record.Register {
    fileprivate static func later(_ left: Self, _ right: Self, origin: Stamp) -> Self {
        let (leftStamp, rightStamp) = (left.stamp ?? origin, right.stamp ?? origin)
        if leftStamp != rightStamp { return leftStamp > rightStamp ? left : right }
        if left.value == right.value { return left }
        let (leftText, rightText) = (left.value.canonicalJSON, right.value.canonicalJSON)
        return leftText.utf8.lexicographicallyPrecedes(rightText.utf8) ? right : left
    }
}
