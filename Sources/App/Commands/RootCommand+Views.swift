import ArgumentParser
import TodoKit

extension RootCommand {
    /// The arguments. If the first word after the global options is the name of a view, `list @name` replaces it. Commands come
    /// first, so the database is read only for a word that would otherwise be an error. Reading does not create a database in
    /// an empty file.
    static func expandingView(_ arguments: [String]) async -> [String] {
        let (globals, rest) = GlobalOptions.leading(in: arguments)
        guard let first = rest.first, !first.hasPrefix("-"), !names.contains(first),
            let name = try? SavedView.checkedName(first),
            let options = try? GlobalOptions.parse(globals + databaseOption(in: rest)),
            let session = try? Session(options), (try? session.hasDatabase) == true,
            let views = try? await session.store.views.fetch(.called(name), source: .local), !views.items.isEmpty
        else { return arguments }
        return globals + ["list", "@" + name] + rest.dropFirst()
    }

    /// `--db PATH` after a command.
    private static func databaseOption(in words: ArraySlice<String>) -> [String] {
        if let word = words.first(where: { $0.hasPrefix("--db=") }) { return [word] }
        guard let index = words.firstIndex(of: "--db"), index + 1 < words.endIndex else { return [] }
        return [words[index], words[index + 1]]
    }
}
