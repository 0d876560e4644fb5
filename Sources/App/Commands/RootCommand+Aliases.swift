import ArgumentParser
import Foundation
import TodoKit

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
