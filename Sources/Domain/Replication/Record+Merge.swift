import JSON

extension Record {
    /// What two replicas of one record become together: for each register, the later writing.
    ///
    /// Commutative, associative and idempotent, so that replicas agree whatever the order in which they meet. Equal
    /// stamps with different values, which no correct clock makes, are settled by the greater canonical JSON, never by
    /// who came last.
    /// - Precondition: both have the same kind and id.
    public func merged(with other: Record) -> Record {
        precondition(kind == other.kind && id == other.id, "only replicas of one record are merged")
        guard origin != other.origin else { return joined(other, origin: origin) }
        // Made twice: what `origin` stands for differs, so each register is given its stamp first.
        return expanded().joined(other.expanded(), origin: min(origin, other.origin))
    }

    /// The record with a stamp of its own for every register that its kind has or that it carries.
    func expanded() -> Record {
        var record = self
        for name in kind.registerNames where registers[name] == nil { record.registers[name] = Register(.null) }
        for (name, register) in record.registers where register.stamp == nil {
            record.registers[name]?.stamp = origin
        }
        return record
    }

    /// One spelling for each state: the origin's stamp is not repeated, and null at the origin is left out.
    private static func normalized(_ registers: [String: Register], origin: Stamp) -> [String: Register] {
        registers.mapValues { $0.stamp == origin ? Register($0.value) : $0 }.filter { $0.value != Register(.null) }
    }

    private func joined(_ other: Record, origin: Stamp) -> Record {
        var result = Record(kind: kind, id: id, createdAt: min(createdAt, other.createdAt), origin: origin)
        result.registers = Self.normalized(registers, origin: origin)
            .merging(Self.normalized(other.registers, origin: origin)) { left, right in
                Register.later(left, right, origin: origin)
            }
        result.elements = elements.merging(other.elements) { left, right in
            if left.stamp != right.stamp { return left.stamp > right.stamp ? left : right }
            return left.isPresent ? left : right
        }
        result.deletion =
            switch (deletion, other.deletion) {
            case (let left?, let right?): Register.later(left, right, origin: origin)
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
