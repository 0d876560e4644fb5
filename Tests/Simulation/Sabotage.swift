import JSON
import TodoDomain

/// Ways to break the engine, each of which the simulation must notice: that proves the simulation.
package enum Sabotage: String, CaseIterable, Sendable {
    /// A restored server is taken for the one that was there.
    case noRollbackDetection
    /// What arrives takes the place of what is here.
    case overwrite
    /// A commit does not mind what came before it.
    case noPrecondition
    /// The cursor is kept before the rows of its page.
    case cursorBeforeRows
    /// What was sent counts as sent though it was edited on its way.
    case carelessAck
    /// Of equal stamps with different values, what is here stays.
    case noTieBreak
    /// The stamp that stands for all others is merged like any other.
    case plainOrigin
    /// No conflict is noted.
    case noConflicts
    /// Nor is a deletion of a to-do that elsewhere only a tag was put on.
    case unnotedTagging
    /// What the remote has under a stamp that stands for two values counts as what is here.
    case unforgetfulBase

    /// Whether a conflict is that of a deletion with nothing but a tag that was put on.
    static func isAboutTags(_ conflict: RecordConflict, _ record: Record?) -> Bool {
        let edit = conflict.lost.isNull ? conflict.lostStamp : conflict.keptStamp
        return conflict.register == RecordConflict.deletion
            && record?.elements.values.contains { $0.stamp == edit } ?? false
    }

    static func withoutTies(_ incoming: IncomingRecord, _ known: Record?) -> IncomingRecord {
        guard let known else { return incoming }
        var record = incoming.record
        for (name, register) in record.registers where record.stamp(of: name) == known.stamp(of: name) {
            record.registers[name] = Record.Register(known.registers[name]?.value ?? .null, register.stamp)
        }
        return IncomingRecord(record, sequence: incoming.sequence)
    }

    static func withPlainOrigin(_ incoming: IncomingRecord, _ known: Record?) -> IncomingRecord {
        guard let known, known.origin != incoming.record.origin else { return incoming }
        var record = incoming.record
        record.origin = max(known.origin, record.origin)
        return IncomingRecord(record, sequence: incoming.sequence)
    }
}
