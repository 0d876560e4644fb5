import ArgumentParser
import TodoFormats
import TodoKit

/// The option that names the format of a file to read.
struct FormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("\(Self.list(TodoFormats.all.map(\.name))).", valueName: "name"),
        completion: .list(TodoFormats.all.map(\.name)))
    var format: String?

    static var names: String { TodoFormats.all.map(\.name).joined(separator: "|") }

    /// The named format; nil if the option is missing.
    func named() throws -> (any TodoFormat)? {
        try format.map { try Self.found(TodoFormats.named($0.lowercased()), $0, Self.names) }
    }

    /// The names as a list in words.
    fileprivate static func list(_ names: [String]) -> String {
        "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
    }

    fileprivate static func found<Format>(_ format: Format?, _ name: String, _ names: String) throws -> Format {
        guard let format else {
            throw TodoError(.usage, "There is no format “\(Sanitized.line(name))”; --format is one of \(names).")
        }
        return format
    }
}

/// The option that names the format of a file to write.
struct WrittenFormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("\(FormatOption.list(TodoFormats.writable.map(\.name))).", valueName: "name"),
        completion: .list(TodoFormats.writable.map(\.name)))
    var format: String?

    /// The named format; nil if the option is missing.
    /// - Throws: `usage` for an unknown format, and for a format that can only be read.
    func named() throws -> (any WritableTodoFormat)? {
        let names = TodoFormats.writable.map(\.name).joined(separator: "|")
        return try format.map { name in
            if TodoFormats.writable(named: name.lowercased()) == nil, TodoFormats.named(name.lowercased()) != nil {
                throw TodoError(
                    .usage, "Files of the format \(name.lowercased()) can only be read; --format is one of \(names).")
            }
            return try FormatOption.found(TodoFormats.writable(named: name.lowercased()), name, names)
        }
    }
}
