import ArgumentParser
import Foundation
import TodoKit

// What a person has set. Nothing that is wrong with it keeps anybody from their to-dos.
extension Session {
    /// The settings and what is wrong with single lines of their file.
    /// - Throws: `bad-setting` or `cannot-open` if the file cannot be read at all.
    func readSettings() throws -> (settings: Settings, problems: [SettingsProblem]) {
        Settings.read(
            try UserSettings().file(), commands: RootCommand.names, now: environment.now(),
            timeZone: environment.timeZone)
    }

    /// How typed dates are read.
    var phrases: PhraseSettings { settings.phrases }

    /// When reminders ring.
    var reminders: ReminderSettings { ReminderSettings(timeZone: timeZone, allDayTime: settings.defaultTime) }

    /// The order of a list for which none is asked for: only a person's terminal gets another one than the usual.
    var usualOrder: [SortTerm<Todo>] { output.isInteractive && !isJSON ? settings.order : [] }

    /// The day with which the weeks of a picture begin, which programs get as it is everywhere.
    var firstWeekday: PhraseSettings.Weekday {
        output.isInteractive && !isJSON ? settings.firstWeekday : PhraseSettings.standard.firstWeekday
    }

    /// Says what is wrong with the file of the settings.
    func sayProblems(_ problems: [SettingsProblem]) {
        guard !isJSON else { return }
        for problem in problems.prefix(3) {
            let line = problem.line.map { ", line \($0)" } ?? ""
            say("\(UserSettings().path)\(line): \(problem.reason)")
        }
    }
}

extension RootCommand {
    /// The names of all commands, which no alias replaces.
    static var names: [String] {
        children.flatMap { [$0._commandName] + $0.configuration.aliases } + ["help"]
    }

    /// The arguments with an alias, if it is the first word after the global options, replaced by what it stands for.
    static func expandingAlias(_ arguments: [String]) -> [String] {
        let (globals, rest) = GlobalOptions.leading(in: arguments)
        // Most command lines begin with a command: the file is not read for these.
        guard let first = rest.first, !first.hasPrefix("-"), !names.contains(first),
            let file = try? UserSettings().file(), file["aliases." + first] != nil
        else { return arguments }
        let (settings, _) = Settings.read(file, commands: names, now: Date(), timeZone: .gmt)
        return globals + settings.expanded(Array(rest))
    }
}
