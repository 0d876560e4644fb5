extension Record {
    /// The record merged with the remote's, in which of two acts on an alarm that did not know of each other the greater one
    /// stands (``AlarmState``), not the later: a device that has acknowledged less would make it ring again on the others. The
    /// greater one then gets the stamp right after the other's, from a device that all share, so that every device that
    /// notices this writes the same.
    /// - Parameter base: what the remote was known to have before.
    func settlingActs(with remote: Record, over base: RecordBase?) -> Record {
        var merged = merged(with: remote)
        for name in registers.keys where ReminderRegister.isState(name) {
            guard case .state(let id)? = ReminderRegister(name), let theirs = remote.registers[name],
                let mine = registers[name], mine.value != theirs.value
            else { continue }
            let (here, there) = (stamp(of: name), remote.stamp(of: name))
            guard here != base?.stamp(of: name), there.isLater(than: base?.stamp(of: name)), here != there,
                !here.knows(there), !there.knows(here)
            else { continue }
            let (lost, kept, stamp) = here < there ? (mine, theirs, there) : (theirs, mine, here)
            guard let one = AlarmState.of(id, lost.value), let other = AlarmState.of(id, kept.value),
                (one.key, one.state) > (other.key, other.state)
            else { continue }
            merged.registers[name] = Register(lost.value, stamp.next)
        }
        return merged
    }
}
