import FirestoreWire
import JSON
import TodoDomain
import TodoSync

/// Ways to break the engine, each of which the simulation must detect: this tests the simulation itself.
package enum Sabotage: String, CaseIterable, Sendable {
    /// A restored server is taken for the one before it.
    case noRollbackDetection
    /// What arrives replaces what is here.
    case overwrite
    /// A commit ignores the commits before it.
    case noPrecondition
    /// The cursor is stored before the rows of its page.
    case cursorBeforeRows
    /// What was sent counts as sent even if it was edited on the way.
    case carelessAck
    /// Between equal stamps with different values, the local one stays.
    case noTieBreak
    /// The stamp that stands for all others is merged like any other.
    case plainOrigin
    /// No conflict is recorded.
    case noConflicts
    /// No conflict is recorded for the deletion of a to-do to which another device only added a tag.
    case unnotedTagging
    /// A remote value under a stamp that stands for two values counts as the local one.
    case unforgetfulBase
    /// What is blocked is not derived again after a page of a sync.
    case staleBlocked
    /// The greatest edge of each circle of dependencies is ignored, instead of those that close one.
    case greatestEdge
    /// A position counts whatever container it names.
    case placelessPosition
    /// A run is inserted with keys that may lie beyond its gap.
    case unguardedRun
    /// A position that is written later than a deletion takes it back.
    case revivingPosition
    /// What a page of a sync shows of a circle is written.
    case writtenBackCircle
    /// A move leaves the ignored edges on its way as they are.
    case noSettling
    /// The rule and the anchor of a series are merged each for itself.
    case tornSeries
    /// Deleting what has settled an occurrence brings that occurrence back.
    case deletionFreesOccurrence
    /// What was completed by who did not know that it repeats is answered with the time of the answer.
    case answeringNow
    /// A stamp beyond the document's `hi` counts.
    case believedLies
    /// A document that lies stays as it is.
    case unwashedLies
    /// A document that lies is set aside, as one that cannot be read.
    case unreadLies
    /// People see the server's time instead of their device's.
    case serverTime

    /// A document whose stamps can have any time.
    static func withoutBound(_ document: RemoteDocument) -> RemoteDocument {
        var fields = document.fields
        fields["hi"] = nil
        return RemoteDocument(document.key, fields)
    }

    /// A record as if it had come from a document that tells the truth.
    static func withoutLies(_ incoming: IncomingRecord) -> IncomingRecord {
        var incoming = incoming
        incoming.isUnsound = false
        return incoming
    }

    /// Whether a conflict is between a deletion and nothing but an added tag.
    static func isAboutTags(_ conflict: RecordConflict, _ record: Record?) -> Bool {
        let edit = conflict.lost.isNull ? conflict.lostStamp : conflict.keptStamp
        return conflict.register == RecordConflict.deletion
            && record?.elements.values.contains { $0.stamp == edit } ?? false
    }

    /// A to-do whose position names the place where the to-do was put.
    static func withPlacelessPosition(_ incoming: IncomingRecord) -> IncomingRecord {
        let name = TodoRegister.position.rawValue
        var record = incoming.record
        guard record.kind == .todo, let register = record.registers[name],
            let position = register.value.asOrderPosition,
            let key = OrderKey(position.key)
        else { return incoming }
        let standing = (record.registers[TodoRegister.standing.rawValue]?.value ?? .null).asStanding
        let container: OrderContainer =
            standing.parent.map { .todo(.init(stored: $0)) } ?? standing.list.map { .list(.init(stored: $0)) } ?? .inbox
        record.registers[name] = Record.Register(.order(OrderPosition(key, in: container)), register.stamp)
        return IncomingRecord(record, sequence: incoming.sequence)
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
