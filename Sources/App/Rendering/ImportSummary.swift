import JSON
import TodoKit

/// What an import did, or would do, for people and for programs.
struct ImportSummary {
    struct File {
        var name: String
        var format: String
        var report: ImportReport
    }

    var files: [File]
    var passedOver: [String]
    var isTrial: Bool

    /// How many names are shown to a person.
    private static let shown = 5
    /// How many records that cannot be read are shown to a person.
    private static let shownBad = 20

    private var total: ImportReport {
        files.dropFirst().reduce(into: files.first?.report ?? ImportReport()) { $0.add($1.report) }
    }

    /// Lines for a person: one for each of several files, a total, and what was skipped.
    var lines: [String] {
        var lines: [String] = []
        for file in files {
            if files.count > 1 { lines.append("\(Sanitized.line(file.name)): \(Self.counts(file.report)).") }
            // Records that cannot be read may be the whole file; more than a screen of them helps nobody.
            let listed = file.report.skipped.prefix(
                file.report.badCount > 0 ? Self.shownBad : file.report.skipped.count)
            lines += listed.map { "  \($0.position): \($0.reason)" }
            let unlisted = file.report.skippedCount - listed.count
            if unlisted > 0 { lines.append("  … and \(unlisted) more.") }
        }
        let sum = (isTrial ? "Would be imported: " : "Imported: ") + Self.counts(total)
        let all = sum + (isTrial ? "; nothing was written." : ".")
        // For a single file, the total comes before the details.
        if files.count > 1 { lines.append(all) } else { lines.insert(all, at: 0) }
        lines += total.mergedTags.sorted { $0.key < $1.key }.map { MergedName.note($0.key, into: $0.value) }
        guard !passedOver.isEmpty else { return lines }
        let names = passedOver.prefix(Self.shown).map { Sanitized.line($0) }.joined(separator: ", ")
        let more = passedOver.count - Self.shown
        return lines + ["Passed over: \(names)\(more > 0 ? " and \(more) more" : "")."]
    }

    private static func counts(_ report: ImportReport) -> String {
        "\(report.added) new, \(report.updated) changed, \(report.unchanged) as they were, "
            + "\(report.skippedCount) not taken"
    }

    /// One JSON object: the totals, and the same for each file.
    func write(to writer: inout JSONWriter) {
        let formats = Set(files.map(\.format))
        writer.beginObject()
        Self.write(total, format: formats.count == 1 ? formats.first : nil, to: &writer)
        writer.key("dryRun")
        writer.bool(isTrial)
        writer.key("files")
        writer.beginArray()
        for file in files {
            writer.beginObject()
            writer.key("file")
            writer.string(file.name)
            Self.write(file.report, format: file.format, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.key("passedOver")
        writer.beginArray()
        for name in passedOver { writer.string(name) }
        writer.endArray()
        writer.endObject()
    }

    private static func write(_ report: ImportReport, format: String?, to writer: inout JSONWriter) {
        writer.key("format")
        if let format { writer.string(format) } else { writer.null() }
        let counts = [
            ("added", report.added), ("updated", report.updated), ("unchanged", report.unchanged),
            ("skippedCount", report.skippedCount),
        ]
        for (name, count) in counts {
            writer.key(name)
            writer.integer(count)
        }
        writer.key("mergedTags")
        writer.beginObject()
        for (title, target) in report.mergedTags.sorted(by: { $0.key < $1.key }) {
            writer.key(title)
            writer.string(target)
        }
        writer.endObject()
        writer.key("skipped")
        writer.beginArray()
        for skipped in report.skipped {
            writer.beginObject()
            writer.key("position")
            writer.string(skipped.position)
            writer.key("reason")
            writer.string(skipped.reason)
            if skipped.isBad {
                writer.key("line")
                if let line = skipped.line { writer.integer(line) } else { writer.null() }
                writer.member("message", skipped.reason)
                writer.member("code", TodoError.Code.badInput.rawValue)
            }
            writer.endObject()
        }
        writer.endArray()
    }
}
