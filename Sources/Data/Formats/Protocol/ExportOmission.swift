import Foundation
import TodoDomain

/// A part of a to-do that an export leaves out because the format cannot represent it.
public enum ExportOmission: String, CaseIterable, Hashable, Sendable {
    /// The id. If the file is imported again, it makes another to-do.
    case id
    /// The exact title, since some of its words have a meaning in the format.
    case title
    /// The notes.
    case notes
    /// Control characters and kinds of line breaks in the notes.
    case controlCharacters
    /// The exact creation, edit or completion time.
    case times
    /// The milliseconds of its times.
    case milliseconds
    /// The due date, or its time of day.
    case due
    /// The time zone of the due date.
    case dueZone
    /// The priority.
    case priority
    /// The start date, or the time of day of it.
    case start
    /// When it was begun.
    case started
    /// How long it takes.
    case estimate
    /// Who is to do it.
    case assignee
    /// The exact titles of its tags.
    case tags
    /// The colours of its tags.
    case tagColors
    /// The location.
    case location
    /// The list.
    case list
    /// The parent.
    case parent
    /// The to-dos that have to be done first.
    case dependencies
    /// The comments, or the exact times at which they were made and edited.
    case comments
    /// Its position in the manual order.
    case position
    /// The rule by which it repeats, or how the rule counts.
    case recurrence
    /// Which occurrence of another to-do it settles, or whether that was skipped.
    case series
    /// Its reminders, or what was done about them.
    case reminders
    /// Fields that only our own formats have.
    case fields
    /// Properties imported from other formats.
    case extras
}

extension Todo {
    /// The parts that are missing when the written form of this to-do is read again with `read`.
    /// - Parameter prefix: the prefix of the keys of extras that the format can represent.
    func omissions(keeping prefix: String, read: () throws -> ImportItem) -> Set<ExportOmission> {
        // If it cannot be read at all, everything is missing.
        guard let again = try? read().todo else { return Set(ExportOmission.allCases) }
        return omissions(as: again, keeping: prefix)
    }

    private func omissions(as read: Todo, keeping prefix: String) -> Set<ExportOmission> {
        var missing: Set<ExportOmission> = []
        func note(_ omission: ExportOmission, if isMissing: Bool) { if isMissing { missing.insert(omission) } }
        func compare(_ date: Date?, _ other: Date?, else omission: ExportOmission) {
            guard date != other else { return }
            let seconds = [date, other].map { $0.map { $0.milliseconds.dividedRoundingDown(by: 1000).quotient } }
            missing.insert(seconds[0] == seconds[1] ? .milliseconds : omission)
        }
        note(.id, if: read.id != id)
        compare(createdAt, read.createdAt, else: .times)
        compare(updatedAt, read.updatedAt, else: .times)
        let (content, again) = (Content(self), Content(read))
        for field in Content.fields.all where field.member != nil {
            let omission = ExportOmission(rawValue: field.name) ?? .fields
            switch field.value {
            case .completion(let path): compare(content[keyPath: path], again[keyPath: path], else: .times)
            case .time(let path): compare(content[keyPath: path], again[keyPath: path], else: omission)
            case .due(let path):
                let (due, other) = (content[keyPath: path], again[keyPath: path])
                if case .instant(let date, let zone) = due, case .instant(let otherDate, let otherZone) = other {
                    compare(date, otherDate, else: omission)
                    note(.dueZone, if: zone != otherZone)
                } else {
                    note(omission, if: due != other)
                }
            case .text(let path):
                let (text, other) = (content[keyPath: path], again[keyPath: path])
                note(other.isEmpty ? omission : .controlCharacters, if: !text.utf8.elementsEqual(other.utf8))
            case .line, .optionalText, .priority, .reference, .standing, .order, .recurrence, .occurrence, .address,
                .flag,
                .milliseconds, .number, .position, .object:
                note(omission, if: field.isOther(in: content, than: again))
            }
        }
        note(.tags, if: Set(tags.map(\.title)) != Set(read.tags.map(\.title)))
        note(.tagColors, if: tags.contains { $0.color != nil })
        note(.list, if: list?.path != read.list?.path)
        note(.comments, if: comments.map(\.text) != read.comments.map(\.text))
        for (comment, other) in zip(comments, read.comments) {
            compare(comment.createdAt, other.createdAt, else: .comments)
            note(.comments, if: comment.updatedAt > comment.createdAt && comment.updatedAt != other.updatedAt)
        }
        note(.parent, if: parent != read.parent)
        note(.dependencies, if: Set(dependsOn) != Set(read.dependsOn))
        note(.recurrence, if: recurrence?.rule != read.recurrence?.rule || recurrence?.mode != read.recurrence?.mode)
        note(.series, if: occurrence != read.occurrence || isSkipped != read.isSkipped)
        note(.series, if: occurrence != nil && series != read.series)
        note(.reminders, if: Set(alarms.map(\.trigger)) != Set(read.alarms.map(\.trigger)))
        note(.position, if: position != nil && position != read.position)
        note(.location, if: location?.position != read.location?.position)
        note(.location, if: location?.placeName != read.location?.placeName)
        note(.extras, if: extras.keys.contains { !$0.hasPrefix(prefix) })
        return missing
    }
}
