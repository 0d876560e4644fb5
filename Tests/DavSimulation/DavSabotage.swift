package import DavMerge
import Foundation
import TodoDomain
import TodoFormats

/// A mistake that a server of calendars can make. Each is found by a world.
package enum DavSabotage: String, CaseIterable, Sendable {
    /// A state that was issued is refused once there is a newer one.
    case staleRefused
    /// A PUT is answered with the ETag of what is stored now.
    case answeredETag
    /// What a client sent last is its base also after it has read.
    case keptPut
    /// A client that reads and writes its old values has changed them.
    case noEcho
    /// A user who sets a value back within ten minutes is not heard.
    case longEcho
    /// What is missing was taken off.
    case absenceDeletes
    /// A client that has never sent a property takes it off.
    case noSupport
    /// Another spelling is another value.
    case spellings
    /// Nobody is told of a value that was overwritten.
    case silence
    /// At another address nothing is known of what a client was served.
    case baseByAddress
    /// A deleted to-do is an error for who has edited it.
    case tombstoneRefused
    /// What is below a to-do that is deleted goes to the top.
    case childrenDetached
    /// The present occurrence of a series is a component of its own.
    case occurrenceServed
    /// Alarms have a UID.
    case namedAlarms
    /// The time of each answer is in it.
    case presentStamps
    /// The token of a collection is that of the to-do's own edits.
    case tokenOfEdits

    /// The rules of the merge with this mistake.
    package var rules: MergeRules {
        var rules = MergeRules()
        switch self {
        case .staleRefused: rules.mergesStale = false
        case .keptPut: rules.forgetsLastPut = false
        case .noEcho: rules.echoWindow = 0
        case .longEcho: rules.echoWindow = 600
        case .absenceDeletes: rules.deletesAbsent = true
        case .noSupport: rules.learnsSupport = false
        case .spellings: rules.knowsSpellings = false
        case .silence: rules.recordsConflicts = false
        case .baseByAddress: rules.knowsOtherAddresses = false
        case .tombstoneRefused: rules.revivesDeleted = false
        case .childrenDetached: rules.keepsChildren = false
        case .answeredETag, .occurrenceServed, .namedAlarms, .presentStamps, .tokenOfEdits: break
        }
        return rules
    }

    /// The worlds in which it is found.
    package var worlds: [DavWorldKind] {
        switch self {
        case .staleRefused, .answeredETag, .noEcho, .absenceDeletes, .noSupport, .spellings, .silence, .namedAlarms,
            .presentStamps:
            [.todo, .series]
        case .longEcho, .baseByAddress, .tombstoneRefused, .childrenDetached, .tokenOfEdits: [.todo]
        case .keptPut, .occurrenceServed: [.series]
        }
    }

    /// A to-do as it is served with this mistake.
    func serving(_ item: DavItem, at now: Date) -> DavItem {
        let text = String(decoding: item.bytes, as: UTF8.self)
        let changed: String
        switch self {
        case .occurrenceServed:
            let seen = SeenTodo(item)
            guard seen.line("RRULE") != nil, let due = seen.line("DUE") else { return item }
            let occurrence =
                "BEGIN:VTODO\r\nUID:\(item.uid)\r\nRECURRENCE-ID\(due.dropFirst("DUE".count))\r\nEND:VTODO\r\n"
            changed = text.replacing("END:VCALENDAR", with: occurrence + "END:VCALENDAR")
        case .namedAlarms:
            changed = text.replacing("BEGIN:VALARM\r\n", with: "BEGIN:VALARM\r\nUID:\(item.uid)-alarm\r\n")
        case .presentStamps:
            let stamp = SeenTodo(item).line("DTSTAMP") ?? ""
            changed = text.replacing(stamp, with: "DTSTAMP:\(now.iso8601Basic)")
        default: return item
        }
        let bytes = Array(changed.utf8)
        return DavItem(
            todo: item.todo, uid: item.uid, collection: item.collection, bytes: bytes,
            etag: CalDAVEncoder.etag(of: bytes), updatedAt: item.updatedAt)
    }
}
