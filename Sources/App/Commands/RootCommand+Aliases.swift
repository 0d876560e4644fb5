import ArgumentParser
import Foundation
import TodoDomain
import TodoKit

extension RootCommand {
    /// The names of all commands. An alias cannot replace one. Kept, because each start asks for them three times.
    static let names = children.flatMap { [$0._commandName] + $0.configuration.aliases } + ["help"]

    /// The arguments. If the first word after the global options is an alias, its words replace it.
    static func expandingAlias(_ arguments: [String]) -> [String] {
        let (globals, rest) = GlobalOptions.leading(in: arguments)
        // Most command lines begin with a command, for which the file need not be read.
        guard let first = rest.first, !first.hasPrefix("-"), !names.contains(first),
            let file = try? UserSettings().file(), file["aliases." + first] != nil
        else { return arguments }
        let (settings, _) = Settings.read(file, commands: names, now: Date(), timeZone: .gmt)
        return globals + settings.expanded(Array(rest))
    }
}
