public import Foundation

extension Settings {
    /// Reads a file. A wrong line is reported among the problems, and its setting keeps its default: a file of a later
    /// version, or one with a mistake, never keeps anybody from their to-dos. The same holds for settings that are not taken
    /// from a file that others can write (``SettingsFile/distrust``).
    /// - Parameters:
    ///   - commands: the commands of the program, which no alias replaces.
    ///   - now: the moment to which dates in the filters of colours refer while they are checked.
    ///   - timeZone: the zone in which days begin.
    /// - Returns: the settings, and what is wrong, in the order of the file.
    public static func read(
        _ file: SettingsFile, commands: [String], now: Date, timeZone: TimeZone
    ) -> (settings: Settings, problems: [SettingsProblem]) {
        var (settings, problems) = (Settings(), file.problems)
        // The order of 1/2 and the like must be known before the filters of colours are read.
        let ordered = file.settings.filter { !$0.isColor } + file.settings.filter(\.isColor)
        for entry in ordered {
            if let distrust = file.distrust, Key.all.contains(where: { $0.name == entry.name && $0.isProtected }) {
                problems.append(
                    SettingsProblem(
                        line: entry.line, name: entry.name, reason: "\(entry.name) is not used: \(distrust)"))
                continue
            }
            do {
                try settings.set(entry.name, to: entry.value, commands: commands, now: now, timeZone: timeZone)
            } catch {
                problems.append(SettingsProblem(error, name: entry.name, line: entry.line))
            }
        }
        return (settings, problems.sorted { $0.line ?? 0 < $1.line ?? 0 })
    }

    /// Sets one setting by its name, such as `dates.morning`, from its text.
    /// - Throws: ``TodoError`` with code `bad-setting`, with the nearest name for one that there is not; nothing is changed then.
    public mutating func set(
        _ name: String, to value: String, commands: [String], now: Date, timeZone: TimeZone
    ) throws {
        let value = value.trimmed
        do {
            guard !value.isEmpty, !value.unicodeScalars.contains(where: \.isControl) else {
                throw TodoError(.badSetting, "The value is one line that is not empty.")
            }
            if let key = Key.all.first(where: { $0.name == name }) {
                try key.read(value, &self)
            } else if let style = name.after(Self.colorsPrefix) {
                try setColor(style, to: value, now: now, timeZone: timeZone)
            } else if let alias = name.after(Self.aliasesPrefix) {
                try setAlias(alias, to: value, commands: commands)
            } else {
                throw UnknownName.error(
                    .badSetting, name, among: Key.all.map(\.name) + ["colors.red", "aliases.name"])
            }
        } catch let error as TodoError {
            // Whatever read the value: its code would say that something else was typed.
            throw error.said(of: name.excerpt, code: .badSetting)
        }
    }

    /// The settings that differ from the defaults, each with its name and its text in a file.
    public var texts: [(name: String, value: String)] {
        let usual = Settings()
        let single = Key.all.compactMap { key in
            key.text(self).flatMap { $0 == key.text(usual) ? nil : (name: key.name, value: $0) }
        }
        return single
            + colors.map { (Self.colorsPrefix + $0.style.description, $0.filter.description) }
            + aliases.sorted { $0.key < $1.key }.map { (Self.aliasesPrefix + $0.key, AliasWords.text($0.value)) }
    }

    private static let colorsPrefix = "colors."
    private static let aliasesPrefix = "aliases."

    private mutating func setColor(_ name: String, to text: String, now: Date, timeZone: TimeZone) throws {
        guard let style = TextStyle(name) else {
            throw UnknownName.error(.badSetting, name, among: TextStyle.all.map(\.description))
        }
        let filter = try TodoFilter.parse(text, now: now, timeZone: timeZone, settings: phrases)
        guard filter.condition != nil, filter.order.isEmpty else {
            throw TodoError(.badSetting, "A colour is for the to-dos that meet a filter, which has no order.")
        }
        let rule = ColorRule(style, for: filter)
        if let index = colors.firstIndex(where: { $0.style == style }) {
            colors[index] = rule
        } else {
            colors.append(rule)
        }
    }

    private mutating func setAlias(_ name: String, to text: String, commands: [String]) throws {
        guard SettingsFile.isName(name), !name.hasPrefix("-") else {
            throw TodoError(.badSetting, "The name of an alias has small letters, digits and -.")
        }
        guard !commands.contains(name) else {
            throw TodoError(.badSetting, "“\(name)” is a command, which no alias replaces.")
        }
        guard let words = AliasWords.split(text), let first = words.first else {
            throw TodoError(.badSetting, "A quotation in “\(text.excerpt)” has no end.")
        }
        guard commands.contains(first) else {
            let hint = NearestWord.to(first, among: commands).map { "; perhaps “\($0)” is meant" } ?? ""
            throw TodoError(
                .badSetting, "An alias begins with a command, and “\(first.excerpt)” is not a command\(hint).")
        }
        aliases[name] = words
    }
}

extension SettingsFile {
    /// The file of these settings: what is not as usual, without comments.
    /// - Throws: ``TodoError`` with code `bad-setting` for an alias or a filter that a program made and no line can have.
    public init(_ settings: Settings) throws {
        self.init()
        for (name, value) in settings.texts { try set(name, to: value) }
    }
}

extension SettingsFile.Setting {
    fileprivate var isColor: Bool { name.hasPrefix("colors.") }
}

extension SettingsProblem {
    fileprivate init(_ error: any Error, name: String, line: Int) {
        let error = error as? TodoError
        let suggestion =
            (error?.underlying as? UnknownName)?.suggestion
            ?? (error?.underlying as? TodoFilter.Problem)?.suggestion
        self.init(
            line: line, name: name, reason: error?.reason ?? "\(name) is not understood.", suggestion: suggestion)
    }
}

extension String {
    /// The text after a prefix; nil if the text does not begin with it.
    fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
