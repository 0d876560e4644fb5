import ArgumentParser
import Basics
import Dispatch
import Foundation
import TodoDomain
import TodoKit

/// Completes names and ids of the database, in bash, zsh and fish. Any failure means that there is nothing to complete,
/// because a shell is not a place for messages. The database is only read: pressing a key never makes, migrates or
/// changes one.
enum Completer {
    /// One completion, and what a shell shows beside it.
    struct Item: Sendable {
        var text: String
        var note = ""
        /// Whether it takes the place of what was typed, which is in its note.
        var isByNote = false
    }

    static let tags = kind { store, prefix in
        try await store.tags.fetch(.all, source: .local).items.map { Item(text: $0.title) }
    }
    static let lists = kind { store, _ in
        try await store.lists.fetch(.all.unarchived, source: .local).items.map { Item(text: $0.path) }
    }
    static let places = kind { store, _ in
        try await store.locations.fetch(.all, source: .local).items.compactMap { $0.placeName.map { Item(text: $0) } }
    }
    static let views = kind { store, _ in
        try await store.views.fetch(.all, source: .local).items.map { Item(text: $0.name, note: $0.text) }
    }
    static let ids = kind(todos)
    /// The words of a line of quick add that name something: `+home`, `@Migros`, `/Work`, `^8c0f`.
    static let quick = kind { store, prefix in
        switch prefix.first {
        case "+": try await store.tags.fetch(.all, source: .local).items.map { Item(text: "+" + $0.title) }
        case "@":
            try await store.locations.fetch(.all, source: .local).items.compactMap { place in
                place.placeName.map { Item(text: "@" + $0) }
            }
        case "/": try await store.lists.fetch(.all.unarchived, source: .local).items.map { Item(text: "/" + $0.path) }
        case "^":
            try await todos(store, String(prefix.dropFirst())).filter { !$0.isByNote }
                .map { Item(text: "^" + $0.text, note: $0.note) }
        default: []
        }
    }
    static let dates = CompletionKind.list(days + ["none"])
    private static let days = [
        "today", "tonight", "tomorrow", "weekend", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday", "eow", "eom",
    ]
    /// The names of settings, including those that a person has named.
    static let settings = CompletionKind.custom { _, _, prefix in
        let own = (try? UserSettings().file().settings.map(\.name)) ?? []
        let known = Settings.Key.all.map(\.name)
        return offered((known + own.filter { !known.contains($0) }).map { Item(text: $0) }, prefix)
    }
    /// A condition of a filter, in a word of its own.
    static let filter = CompletionKind.custom { words, _, prefix in conditions(words, prefix) }
    /// Ids, or conditions once a word looks like one. After the first word also the span of a deferral, if one may
    /// follow.
    static let selection = CompletionKind.custom { words, _, prefix in
        let typed = withoutDatabase(words).dropFirst()
        let isFilter = typed.dropFirst().contains {
            $0.contains(":") || $0.hasPrefix("@") || $0.hasPrefix("(")
        }
        let isPuttingOff = typed.first == TodoAction.Verb.defer.rawValue && typed.count > 2
        let times = isPuttingOff ? offered((["1d", "1w", "1mo"] + days).map { Item(text: $0) }, prefix) : []
        if isFilter || prefix.hasPrefix("@") { return conditions(words, prefix) + times }
        return answer(words, prefix) { try await todos($0, $1) } + times
    }

    /// As many as a person can look at.
    private static let most = 50

    private static func kind(
        _ items: @escaping @Sendable (TodoStore, String) async throws -> [Item]
    ) -> CompletionKind {
        .custom { words, _, prefix in answer(words, prefix, items) }
    }

    /// The to-dos whose ids begin with this prefix, with their titles; for an empty prefix the last edited ones. If no id begins with
    /// it, the open ones whose titles contain the text: the completion takes the place of that word.
    private static func todos(_ store: TodoStore, _ prefix: String) async throws -> [Item] {
        var found: [Todo] = []
        var isByNote = false
        if prefix.isEmpty {
            found = try await store.todos.fetch(.all.open.countingTotal(false).page(0, size: most), source: .local)
                .items
        } else {
            let ids = try await store.todos.findIDs(beginning: prefix, limit: most)
            if !ids.isEmpty { found = try await store.todos.fetch(.ids(ids), source: .local).items }
            isByNote = found.isEmpty && prefix.count > 1
            if isByNote {
                let query = Query<Todo>.all.open.title(.contains(prefix)).countingTotal(false).page(0, size: most)
                found = try await store.todos.fetch(query, source: .local).items
            }
        }
        let prefixes = try await store.todos.shortestPrefixes(of: found.map(\.id))
        return found.map { Item(text: prefixes[$0.id] ?? $0.id.rawValue, note: $0.title, isByNote: isByNote) }
    }

    private static func conditions(_ words: [String], _ prefix: String) -> [String] {
        answer(words, prefix) { store, prefix in
            var items = try await store.views.fetch(.all, source: .local).items.map {
                Item(text: "@" + $0.name, note: $0.text)
            }
            for field in TodoFilter.Field.all
            where (field.name + ":").hasPrefix(prefix) || prefix.hasPrefix(field.name + ":") {
                items += try await values(of: field.name, in: store).map {
                    Item(text: field.name + ":" + $0.text, note: $0.note)
                }
            }
            return items
        }
    }

    /// The values of a field, as a filter has them.
    private static func values(of name: String, in store: TodoStore) async throws -> [Item] {
        guard let field = TodoFilter.Field(name: name.lowercased()) else { return [] }
        let names: [String] =
            switch field.subject {
            case .tag: try await store.tags.fetch(.all, source: .local).items.map(\.title)
            case .list: try await store.lists.fetch(.all.unarchived, source: .local).items.map(\.path)
            case .place: try await store.locations.fetch(.all, source: .local).items.compactMap(\.placeName)
            case .todo, nil: []
            }
        let quoted = names.map { name in
            let condition = TodoFilter(.field(field, [TodoFilter.Operand(.name(TodoFilter.Name(name)))])).description
            // bash compares without quotation marks, so a name with quotation marks is never found. Those around spaces
            // are not needed.
            if CompletionShell.requesting == .bash,
                ShellQuotation.readings(of: "\(field.name):\(name)").first == condition
            {
                return name
            }
            return String(condition.dropFirst(field.name.utf8.count + 1))
        }
        return (quoted + field.words).map { Item(text: $0) }
    }

    /// The answer to a shell: the items that begin with what was typed, as the shell expects them.
    private static func answer(
        _ words: [String], _ typed: String,
        _ items: @escaping @Sendable (TodoStore, String) async throws -> [Item]
    ) -> [String] {
        let prefix = bare(typed)
        let found = wait { () async -> [Item] in
            guard let store = Self.store(for: words) else { return [] }
            return (try? await items(store, prefix)) ?? []
        }
        return offered(found, typed)
    }

    private static func offered(_ items: [Item], _ typed: String) -> [String] {
        let prefix = bare(typed).lowercased()
        return items.filter { item in
            // Shells compare a word that is quoted on the line with its quotation marks.
            item.isByNote ? bare(typed) == typed : bare(item.text).lowercased().hasPrefix(prefix)
        }.prefix(200).map { line($0, typed) }
    }

    /// A text without quotation marks and backslashes. Those of the shell may be anywhere in a word. Those that a
    /// filter needs around a name with a space are not typed before it.
    static func bare(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !"\"'\\".unicodeScalars.contains($0) }))
    }

    private static func line(_ item: Item, _ typed: String) -> String {
        let (text, note) = (Sanitized.line(item.text), Sanitized.line(item.note))
        switch CompletionShell.requesting {
        case .zsh?:
            let escaped = text.replacing(scalar: "\\", with: "\\\\").replacing(scalar: ":", with: "\\:")
            // A tab before it tells the script that it replaces the word.
            let mark = item.isByNote ? "\t" : ""
            return mark + (note.isEmpty ? escaped : "\(escaped):\(note)")
        // fish itself compares the word with the note too.
        case .fish?: return note.isEmpty ? text : "\(text)\t\(note)"
        // `compgen -W` expands each line again, as on a command line, so content of a name must not be run. It works
        // byte by byte, so an accent after a special character does not protect it.
        case .bash?:
            let marks = " _-./:@+,=%".unicodeScalars
            // In the script, the tab separates the completion from its note. The word that it replaces comes first.
            let fields = (item.isByNote ? [Sanitized.line(typed)] : []) + [text] + (note.isEmpty ? [] : [note])
            let text = fields.joined(separator: "\t")
            let isPlain = text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil || marks.contains(scalar)
            }
            return isPlain ? text : "'" + text.replacing(scalar: "'", with: #"'\''"#) + "'"
        default: return text
        }
    }

    /// The store that a line means, opened read-only; nil if it cannot be read in this way.
    static func store(for words: [String]) -> TodoStore? {
        guard let options = try? GlobalOptions.parse(databaseOption(in: words)), let session = try? Session(options)
        else { return nil }
        return try? TodoStore(reading: session.path, environment: session.environment)
    }

    /// `--db PATH` on the line that is completed, with the path as the shell would expand it.
    private static func databaseOption(in words: [String]) -> [String] {
        if let word = words.first(where: { $0.hasPrefix("--db=") }) { return ["--db", path(word.dropFirst(5))] }
        guard let index = words.firstIndex(of: "--db"), index + 1 < words.count else { return [] }
        return ["--db", path(words[index + 1][...])]
    }

    /// The words of a line without `--db PATH`.
    private static func withoutDatabase(_ words: [String]) -> [String] {
        var words = words.filter { !$0.hasPrefix("--db=") }
        if let index = words.firstIndex(of: "--db") { words.removeSubrange(index..<min(index + 2, words.count)) }
        return words
    }

    private static func path(_ typed: Substring) -> String {
        let text = bare(String(typed))
        guard text.hasPrefix("~/"), let home = EnvironmentVariable.value("HOME") else { return text }
        return home + text.dropFirst()
    }

    /// The parser asks while it parses, outside of any task.
    private static func wait(_ body: @escaping @Sendable () async -> [Item]) -> [Item] {
        let (done, box) = (DispatchSemaphore(value: 0), Box())
        Task.detached {
            box.items = await body()
            done.signal()
        }
        done.wait()
        return box.items
    }

    /// `@unchecked`: written before the semaphore is signalled, read after that.
    private final class Box: @unchecked Sendable {
        var items: [Item] = []
    }
}
