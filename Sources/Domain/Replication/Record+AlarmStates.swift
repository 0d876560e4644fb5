extension Record {
    /// Merges with the remote's record. Of two concurrent states of an alarm the greater one wins (``AlarmState``), not
    /// the later: otherwise a device that has acknowledged less would make the alarm ring again on the others.
    ///
    /// If the greater state is the earlier one, it gets the stamp right after the other's, from a device id that all
    /// share. So every device that notices this writes the same.
    /// - Parameter base: the state that the remote was known to have before.
    func mergingAlarmStates(with remote: Record, over base: RecordBase?) -> Record {
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
