/// The text of a person's settings: lines `name = value` in sections, and comments.
/// ```
/// # Mondays are for planning.
/// [list]
/// sort = due,-priority
///
/// [dates]
/// morning = 8:30
/// ```
/// A line is empty, a comment that begins with `#` or `;`, a section, or a setting; there is nothing else, and no comment
/// after a value. Section and name have small letters, digits and `-`; they are written `list.sort` together. A value is the
/// rest of its line without the white space around it, and is never empty.
///
/// The error of a wrong line is in ``problems``, and does not affect other lines. ``set(_:to:)`` changes one line and
/// leaves all others as they are, byte for byte, also those that are not understood.
public struct SettingsFile: Hashable, Sendable {
    /// Bytes in a file.
    public static let longestText = 65_536

    /// Why settings that run programs or send files are not taken from it (``Settings/Key/isProtected``), in a sentence; nil if they
    /// are: others could have written them.
    public var distrust: String?
    private var lines: [Line] = []
    /// The errors of single lines, in the order of the lines. Unknown settings are not among them.
    public private(set) var problems: [SettingsProblem] = []
    /// The number of the line, from 0, of each setting.
    private var places: [String: Int] = [:]

    /// A setting in a file.
    public struct Setting: Hashable, Sendable {
        /// Its section and its name: `list.sort`.
        public let name: String
        /// Its value.
        public let value: String
        /// The number of its line, from 1.
        public let line: Int
    }

    private struct Line: Hashable {
        /// Without its end.
        var text: String
        /// `\n`, `\r\n`, or nothing in the last line.
        var end: String
        /// The section in which it stands, or that it begins; nil before the first one.
        var section: String?
        var isHeading = false
        var setting: Setting?
    }

    /// A file without settings.
    public init() {}

    /// Reads a text.
    /// - Throws: ``TodoError`` with code `bad-setting` for one of more than ``longestText`` bytes.
    public init(_ text: String) throws {
        guard text.utf8.count <= Self.longestText else {
            throw TodoError(.badSetting, "The settings have at most \(Self.longestText) bytes.")
        }
        for (text, end) in Self.split(text) { append(text, end: end) }
    }

    /// The text.
    public var text: String { lines.map { $0.text + $0.end }.joined() }

    /// The settings, in the order of the file. Of two with the same name only the first is one.
    public var settings: [Setting] { lines.compactMap(\.setting) }

    /// The value of a setting such as `list.sort`; nil if it is not there.
    public subscript(name: String) -> String? { places[name].flatMap { lines[$0].setting?.value } }

    /// Sets one setting, or removes it.
    /// - Throws: ``TodoError`` with code `bad-setting` for a name that is not of the form `section.name`, and for a value that
    ///   is empty or has more than one line. Nothing is changed then.
    public mutating func set(_ name: String, to value: String?) throws {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2, parts.allSatisfy(Self.isName) else {
            throw TodoError(.badSetting, "“\(name.excerpt)” is not the name of a setting, such as list.sort.")
        }
        var lines = lines
        if let value {
            let value = value.trimmed
            guard !value.isEmpty, !value.unicodeScalars.contains(where: \.isControl) else {
                throw TodoError(.badSetting, "The value of \(name) is one line that is not empty.")
            }
            Self.put("\(parts[1]) = \(value)", at: places[name], section: parts[0], in: &lines)
        } else if let place = places[name] {
            lines.remove(at: place)
        }
        self = try SettingsFile(lines.map { $0.text + $0.end }.joined())
    }

    private static func put(_ text: String, at place: Int?, section: String, in lines: inout [Line]) {
        if let place {
            // Keeps how far it is indented.
            lines[place].text = String(lines[place].text.prefix { $0 == " " || $0 == "\t" }) + text
            return
        }
        let end = lines.first?.end == "\r\n" ? "\r\n" : "\n"
        var (index, new) = (lines.count, [Line(text: text, end: end)])
        // The new line follows the last setting of the section. Comments after that may belong to the next section.
        if let last = lines.lastIndex(where: { $0.section == section && ($0.setting != nil || $0.isHeading) }) {
            index = last + 1
        } else {
            new.insert(Line(text: "[\(section)]", end: end), at: 0)
            if !lines.isEmpty { new.insert(Line(text: "", end: end), at: 0) }
        }
        if index > 0, lines[index - 1].end.isEmpty { lines[index - 1].end = end }
        lines.insert(contentsOf: new, at: index)
    }
}

extension SettingsFile {
    private static func split(_ text: String) -> [(text: String, end: String)] {
        var lines: [(String, String)] = []
        var rest = Substring(text).unicodeScalars
        while let end = rest.firstIndex(of: "\n") {
            let line = rest[..<end]
            let hasReturn = line.last == "\r"
            lines.append((String(hasReturn ? line.dropLast() : line), hasReturn ? "\r\n" : "\n"))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { lines.append((String(rest), "")) }
        return lines
    }

    private mutating func append(_ text: String, end: String) {
        var line = Line(text: text, end: end, section: lines.last?.section)
        do throws(Refusal) { try read(&line) } catch {
            problems.append(SettingsProblem(line: lines.count + 1, name: error.name, reason: error.reason))
        }
        lines.append(line)
    }

    private struct Refusal: Error {
        var name: String?
        let reason: String
    }

    private mutating func read(_ line: inout Line) throws(Refusal) {
        // A byte order mark, which some editors write.
        let text = (lines.isEmpty && line.text.hasPrefix("\u{FEFF}") ? String(line.text.dropFirst()) : line.text)
            .trimmed
        guard let first = text.unicodeScalars.first, first != "#", first != ";" else { return }
        guard !text.unicodeScalars.contains(where: { $0.isControl && $0 != "\t" }) else {
            throw Refusal(reason: "A control character cannot stand here.")
        }
        if first == "[" {
            let name = String(text.dropFirst().dropLast())
            line.section = nil
            guard text.hasSuffix("]"), Self.isName(name) else {
                throw Refusal(reason: "“\(text.excerpt)” is not the beginning of a section, such as [list].")
            }
            line.section = name
            line.isHeading = true
            return
        }
        guard let equals = text.firstIndex(of: "=") else {
            throw Refusal(reason: "“\(text.excerpt)” has no =; a comment begins with #.")
        }
        let (name, value) = (String(text[..<equals]).trimmed, String(text[text.index(after: equals)...]).trimmed)
        guard Self.isName(name) else {
            throw Refusal(reason: "“\(name.excerpt)” is not a name, which has small letters, digits and -.")
        }
        guard let section = line.section else {
            throw Refusal(reason: "“\(name)” stands in no section, such as [list].")
        }
        let whole = "\(section).\(name)"
        guard !value.isEmpty else {
            throw Refusal(name: whole, reason: "\(whole) has no value; without the line it is as usual.")
        }
        if let other = places[whole] {
            throw Refusal(name: whole, reason: "\(whole) stands in line \(other + 1) already, and that counts.")
        }
        places[whole] = lines.count
        line.setting = Setting(name: whole, value: value, line: lines.count + 1)
    }

    /// Whether it is the name of a section or of a setting.
    static func isName(_ name: String) -> Bool {
        1...64 ~= name.utf8.count && name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    }
}

/// An error in a line of the settings.
public struct SettingsProblem: Error, Hashable, Sendable {
    /// The number of the line, from 1; nil for a setting that is in no file.
    public let line: Int?
    /// The setting, such as `dates.morning`; nil if the line has none.
    public let name: String?
    /// The error in a sentence.
    public let reason: String
    /// The nearest that is known; nil if nothing is near.
    public let suggestion: String?

    init(line: Int?, name: String?, reason: String, suggestion: String? = nil) {
        self.line = line
        self.name = name
        self.reason = reason
        self.suggestion = suggestion
    }
}
