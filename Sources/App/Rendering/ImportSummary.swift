import JSON
import TodoKit

/// The result of an import, or of a trial run, for people and for programs.
struct ImportSummary {
    struct File {
        var name: String
        var format: String
        var report: ImportReport
        /// The folder of its calendar, if the calendar is a folder.
        var folder: String?
    }

    var files: [File]
    var passedOver: [String]
    var isTrial: Bool
    /// Whether a person sees the complete report.
    var isVerbose = false

    /// The maximum number of names that are shown to a person.
    private static let shown = 5
    /// The maximum numbers of unreadable records, of reasons and of columns that a person is shown.
    private static let shownBad = 20
    /// The maximum number of records with one reason that are named to a person.
    private static let shownAlike = 3

    private var total: ImportReport {
        files.dropFirst().reduce(into: files.first?.report ?? ImportReport()) { $0.add($1.report) }
    }

    /// The lines for a person: one for each of several files, a total, and the records that were skipped.
    var lines: [String] {
        var lines: [String] = []
        let files = shownFiles
        for file in files {
            if files.count > 1 { lines.append("\(Sanitized.line(file.name)): \(Self.counts(file.report)).") }
            lines += details(file.report)
        }
        let sum = (isTrial ? "Would be imported: " : "Imported: ") + Self.counts(total)
        let all = sum + (isTrial ? "; nothing was written." : ".")
        // For a single file, the total comes before the details.
        if files.count > 1 { lines.append(all) } else { lines.insert(all, at: 0) }
        lines += total.mergedTags.sorted { $0.key < $1.key }.map { MergedName.note($0.key, into: $0.value) }
        lines += [
            Self.sinceNote(total.deletedHere, "deleted", revived: "brings", "back"),
            Self.sinceNote(total.doneHere, "done", revived: "opens", "again"),
        ].compactMap(\.self)
        guard !passedOver.isEmpty else { return lines }
        let shown = isVerbose ? passedOver.count : Self.shown
        let names = passedOver.prefix(shown).map { Sanitized.line($0) }.joined(separator: ", ")
        let more = passedOver.count - shown
        return lines + ["Skipped: \(names)\(more > 0 ? " and \(more) more" : "")."]
    }

    /// The files as the summary lists them. A calendar that is a folder counts as one file.
    private var shownFiles: [File] {
        files.reduce(into: []) { shown, file in
            guard let folder = file.folder else { return shown.append(file) }
            var report = file.report
            let name = Sanitized.line(file.name.split(separator: "/").last.map(String.init) ?? file.name)
            for list in [\ImportReport.skipped, \.noted] {
                for index in report[keyPath: list].indices {
                    report[keyPath: list][index].position = "\(name), \(report[keyPath: list][index].position)"
                }
            }
            if let last = shown.last, last.folder == folder {
                shown[shown.count - 1].report.add(report)
            } else {
                shown.append(File(name: folder, format: file.format, report: report, folder: folder))
            }
        }
    }

    /// A note on how many to-dos of the file were deleted or done here since; nil for a count of 0.
    private static func sinceNote(_ count: Int, _ what: String, revived verb: String, _ how: String) -> String? {
        guard count > 0 else { return nil }
        let (were, stay, them) = count == 1 ? ("was", "stays", "it") : ("were", "stay", "them")
        return "\(count) of the file \(were) \(what) here since, and \(stay) so; "
            + "import with --revive \(verb) \(them) \(how)."
    }

    private static func counts(_ report: ImportReport) -> String {
        let noted = report.notedCount > 0 ? ", \(report.notedCount) taken with a note" : ""
        let deleted = report.deletedHere > 0 ? ", \(report.deletedHere) deleted here" : ""
        let done = report.doneHere > 0 ? ", \(report.doneHere) done here" : ""
        return "\(report.added) new, \(report.updated) changed, \(report.unchanged) as they were"
            + "\(deleted)\(done), \(report.skippedCount) not taken\(noted)"
    }

    /// A line for each reason, with its records, and a line for the columns that were kept.
    private func details(_ report: ImportReport) -> [String] {
        let shownBad = isVerbose ? Int.max : Self.shownBad
        let shownAlike = isVerbose ? Int.max : Self.shownAlike
        // A whole file may consist of unreadable records; more than a screen of them is not useful.
        let bad = report.skipped.filter(\.isBad).prefix(shownBad)
        var lines = bad.map { "  \($0.position): \($0.reason)" }
        var left = report.skippedCount + report.notedCount - bad.count
        var seen: Set<String> = []
        for entry in report.skipped.filter({ !$0.isBad }) + report.noted where seen.insert(entry.reason).inserted {
            guard lines.count < shownBad else { break }
            let alike = (report.skipped + report.noted).filter { $0.reason == entry.reason && !$0.isBad }
            let count = max(report.reasons[entry.reason] ?? 0, alike.count)
            let named = alike.prefix(shownAlike).map(\.position)
            let more = count > named.count ? " and \(count - named.count) more" : ""
            left -= count
            lines.append("  \(named.joined(separator: ", "))\(more): \(entry.reason)")
        }
        if left > 0 { lines.append("  … and \(left) more.") }
        guard !report.kept.isEmpty else { return lines }
        let kept = report.kept.sorted { $0.key < $1.key }
        let names = kept.prefix(shownBad).enumerated().map { index, column in
            "\(Sanitized.line(column.key)) (\(column.value)\(index > 0 ? "" : column.value == 1 ? " record" : " records"))"
        }
        let more = kept.count > shownBad ? " and \(kept.count - shownBad) more" : ""
        return lines + ["  Columns kept as extras: \(names.joined(separator: ", "))\(more)."]
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
            ("deletedHere", report.deletedHere), ("doneHere", report.doneHere), ("skippedCount", report.skippedCount),
            ("notedCount", report.notedCount),
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
        writer.key("kept")
        writer.beginObject()
        for (name, count) in report.kept.sorted(by: { $0.key < $1.key }) { writer.member(name, count) }
        writer.endObject()
        write(report.skipped, named: "skipped", to: &writer)
        write(report.noted, named: "noted", to: &writer)
    }

    private static func write(_ records: [ImportReport.Skipped], named name: String, to writer: inout JSONWriter) {
        writer.key(name)
        writer.beginArray()
        for skipped in records {
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
