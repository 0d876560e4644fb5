import ArgumentParser
import TodoFormats
import TodoKit

/// The option that names a file format.
struct FormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("json, ndjson, todotxt, taskwarrior, ics or csv.", valueName: "name"),
        completion: .list(TodoFormats.all.map(\.name)))
    var format: String?

    static var names: String { TodoFormats.all.map(\.name).joined(separator: "|") }

    /// The named format; nil if none was named.
    func named() throws -> (any TodoFormat)? {
        guard let format else { return nil }
        guard let found = TodoFormats.named(format.lowercased()) else {
            throw TodoError(
                .usage, "There is no format “\(Sanitized.line(format))”; --format is one of \(Self.names).")
        }
        return found
    }
}
