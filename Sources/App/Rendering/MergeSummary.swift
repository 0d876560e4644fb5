import JSON
import TodoKit

/// The result of merging databases, or of a trial, for people and for programs.
struct MergeSummary {
    struct File {
        var name: String
        var report: MergeReport
    }

    var files: [File]
    var isTrial: Bool

    /// The maximum number of conflicts that are shown to a person.
    static let shownConflicts = 20

    var total: MergeReport { files.reduce(into: MergeReport()) { $0.add($1.report) } }

    /// The lines for a person: one for each of several files, a total, and the number of conflicts.
    var lines: [String] {
        var lines: [String] = []
        if files.count > 1 { lines = files.map { "\(Sanitized.line($0.name)): \(Self.counts($0.report))." } }
        let sum = (isTrial ? "Would be merged: " : "Merged: ") + Self.counts(total)
        lines.append(sum + (isTrial ? "; nothing was written." : "."))
        let count = total.conflicts.count
        guard count > 0 else { return lines }
        let fields = count == 1 ? "1 field was written in both" : "\(count) fields were written in both"
        let more = count > Self.shownConflicts ? ", of which the first \(Self.shownConflicts) are shown" : ""
        let remedy =
            isTrial ? "" : " “todo sync conflicts” lists \(count == 1 ? "it" : "them") and takes the other one back."
        return lines + ["\(fields)\(more): the later edit stands.\(remedy)"]
    }

    private static func counts(_ report: MergeReport) -> String {
        let deleted = report.deleted > 0 ? ", \(report.deleted) deleted" : ""
        let others =
            report.others > 0
            ? "; \(report.others) other record\(report.others == 1 ? "" : "s")" : ""
        return "\(report.added) new, \(report.updated) changed\(deleted), \(report.unchanged) as they were\(others)"
    }

    /// One JSON object: the totals, and the same for each file.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        Self.write(total, to: &writer)
        writer.key("dryRun")
        writer.bool(isTrial)
        writer.key("files")
        writer.beginArray()
        for file in files {
            writer.beginObject()
            writer.member("file", file.name)
            Self.write(file.report, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    private static func write(_ report: MergeReport, to writer: inout JSONWriter) {
        writer.member("format", "database")
        let counts = [
            ("added", report.added), ("updated", report.updated), ("deleted", report.deleted),
            ("unchanged", report.unchanged), ("others", report.others),
        ]
        for (name, count) in counts { writer.member(name, count) }
        writer.key("conflicts")
        writer.beginArray()
        for conflict in report.conflicts { ConflictJSON.write(conflict, to: &writer) }
        writer.endArray()
    }
}
