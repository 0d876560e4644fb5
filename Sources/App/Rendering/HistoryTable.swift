import JSON
import TodoKit

/// The history as rows: a table for a person, tab-separated fields for a pipe.
///
/// In a pipe a step is one line: its token, time, device, author, action, number of records, subject. A change of one
/// to-do is one line: the token of its step, time, device, author, action, field, and the values before and after as
/// JSON.
struct HistoryTable {
    let text: HistoryText

    /// One row for each step.
    func steps(_ steps: [HistoryTransaction], on terminal: Terminal) -> [String] {
        guard terminal.isInteractive else {
            return steps.map { step in
                line([
                    "\(step.token)", step.date.rfc3339, "\(step.device)", step.author.rawValue, step.action,
                    "\(step.recordCount)", text.subject(of: step),
                ])
            }
        }
        let rows: [[Table.Cell]] = steps.map { step in
            [
                .init(text.dueText.short(step.date), .dim), .init(text.sentence(step)), .init(writer(step), .dim),
            ]
        }
        return Table(
            columns: [.init("when"), .init("what", minimumWidth: 16), .init("by", dropRank: 1)], rows: rows
        ).lines(width: terminal.width, styles: terminal.styles)
    }

    /// One row for each field that the steps changed.
    func fields(_ steps: [HistoryTransaction], on terminal: Terminal) -> [String] {
        let changes = steps.flatMap { step in step.changes.map { (step, $0) } }
        guard terminal.isInteractive else {
            return changes.map { step, change in
                line([
                    "\(step.token)", change.date.rfc3339, "\(change.device)", step.author.rawValue, step.action,
                    change.field.rawValue, change.before.canonicalJSON, change.after.canonicalJSON,
                ])
            }
        }
        let rows: [[Table.Cell]] = changes.map { step, change in
            [
                .init(text.dueText.short(change.date), .dim), .init(step.action, .cyan),
                .init(HistoryText.word(for: change.field, of: change.kind)),
                .init(text.value(change.before, of: change.field, in: change.kind), .dim),
                .init(text.value(change.after, of: change.field, in: change.kind)),
                .init(change.client ?? text.device(change.device), .dim),
            ]
        }
        return Table(
            columns: [
                .init("when"), .init("what", dropRank: 2), .init("field"),
                .init("before", minimumWidth: 8, shrinkRank: 1, dropRank: 3), .init("after", minimumWidth: 8),
                .init("by", dropRank: 1),
            ], rows: rows
        ).lines(width: terminal.width, styles: terminal.styles)
    }

    private func writer(_ step: HistoryTransaction) -> String {
        let writer = text.writer(of: step)
        return writer == .person ? text.device(step.device) : writer.words
    }

    private func line(_ fields: [String]) -> String { fields.map(Sanitized.field).joined(separator: "\t") }
}
