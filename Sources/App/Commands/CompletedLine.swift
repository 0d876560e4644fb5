import ArgumentParser
import Foundation
import TodoDomain
import TodoKit

/// Answers the questions that the completion scripts ask in addition to those of the parser's own scripts. A question
/// begins with three dashes, so that it is neither a command nor an option. After any failure, nothing is completed.
enum CompletedLine {
    /// The lines of the answer to a script; nil where no script asks.
    ///
    /// `---line WORD…`: the words of a line, without the one that is completed, as the program reads them: the name of
    /// the command first, in place of an alias or of a view, and after it the options that every command takes. Nothing
    /// as long as there are only such options. `---names WORD…`: the aliases and views that can be the last of the
    /// words, each with a tab and its meaning.
    /// - Parameter arguments: those of the program.
    static func answer(to arguments: [String]) async -> [String]? {
        let words = Array(arguments.dropFirst())
        return switch arguments.first {
        case "---line"?: await line(words).map(Sanitized.line)
        case "---names"?: await names(words)
        default: nil
        }
    }

    private static func line(_ words: [String]) async -> [String] {
        let typed = RootCommand.expandingAlias(GlobalOptions.rewritingColor(words))
        var (globals, rest) = GlobalOptions.leading(in: typed)
        // The scripts do not know the option that `--color` is rewritten to.
        globals.removeAll { $0.hasPrefix("--color-when=") }
        rest.removeAll { $0.hasPrefix("--color-when=") }
        guard let first = rest.first else { return [] }
        // Without a command, options are those of the agenda.
        guard !first.hasPrefix("-") else { return [AgendaCommand._commandName] + globals + rest }
        if !RootCommand.names.contains(first) {
            let isView = await views(for: words, beginning: first).contains { $0.isCalled(first) }
            if isView { rest = (["list", "@" + first] + Array(rest.dropFirst()))[...] }
        }
        var path: [String] = []
        var command: any ParsableCommand.Type = RootCommand.self
        while let name = rest.first, let next = command.child(named: name) {
            path.append(next._commandName)
            rest.removeFirst()
            command = next
        }
        // Only commands have options. A group is replaced by its default command.
        if !command.children.isEmpty {
            guard !path.isEmpty, let next = rest.first, let usual = command.configuration.defaultSubcommand,
                next.hasPrefix("-") || usual is any WordsCommand.Type
            else { return path + rest }
            path.append(usual._commandName)
        }
        return path + globals + rest
    }

    private static func names(_ words: [String]) async -> [String] {
        let before = GlobalOptions.rewritingColor(Array(words.dropLast()))
        guard let last = words.last, GlobalOptions.leading(in: before).rest.isEmpty else { return [] }
        let prefix = Completer.bare(last)
        let aliases = aliases().filter { $0.name.hasPrefix(prefix) }
        let views = await views(for: words, beginning: prefix).filter { view in
            view.isUsableAsCommand(besides: RootCommand.names) && !aliases.contains { view.isCalled($0.name) }
        }
        let all = aliases + views.map { (name: $0.name, meaning: $0.text) }
        return all.map { "\($0.name)\t\(Sanitized.line($0.meaning))" }
    }

    /// The aliases that a person has set, with what they stand for.
    private static func aliases() -> [(name: String, meaning: String)] {
        guard let file = try? UserSettings().file() else { return [] }
        let (settings, _) = Settings.read(file, commands: RootCommand.names, now: Date(), timeZone: .gmt)
        let section = "aliases."
        return settings.texts.filter { $0.name.hasPrefix(section) }.map { setting in
            (name: String(setting.name.dropFirst(section.count)), meaning: setting.value)
        }
    }

    /// The views of the database that the line names, if their names begin with `prefix`.
    private static func views(for words: [String], beginning prefix: String) async -> [SavedView] {
        guard let store = Completer.store(for: words),
            let views = try? await store.views.fetch(.all, source: .local).items
        else { return [] }
        let typed = TagName.folded(prefix)
        return views.filter { TagName.folded($0.name).hasPrefix(typed) }
    }
}

extension SavedView {
    /// Whether this is its name.
    fileprivate func isCalled(_ name: String) -> Bool { TagName.folded(self.name) == TagName.folded(name) }
}
