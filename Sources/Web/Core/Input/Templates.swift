import Basics
import Mustache

/// The templates, which are part of the program.
struct Templates: Sendable {
    private let library: MustacheLibrary
    /// The HTML of parts by what it follows from.
    private let parts = Locked<(html: [Source: String], bytes: Int)>(([:], 0))
    /// For how long HTML was made, and how many rows were made that were not known.
    private var spent = Locked((time: Duration.zero, rows: 0))

    /// How many parts are remembered, and how many bytes of HTML: a row has about two kilobytes, and hundreds of lists beside
    /// the page have many.
    private static let (mostParts, mostBytes) = (2000, 8 << 20)

    init() throws {
        MustacheContentTypes.register(Markup(), named: "MARKUP")
        var library = MustacheLibrary()
        for (name, bytes) in Self.sources {
            try library.register("{{% CONTENT_TYPE:MARKUP}}" + String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
    }

    /// A template with these fields in it. Text is escaped, for attributes too.
    func render(_ name: String, _ fields: Fields) -> String { timed { make(name, fields) } }

    private func make(_ name: String, _ fields: Fields) -> String {
        // Each template that a page names is in the list below: a test renders every page.
        library.render(Root(fields: fields), withTemplate: name) ?? ""
    }

    /// Fields that Mustache looks up directly. For a dictionary it would check for each name whether the keys are strings.
    private struct Root: MustacheParent {
        let fields: Fields

        func child(named name: String) -> Any? { fields[name] }
    }

    /// The same for a template that shows its fields and nothing that surrounds it, such as a row: on the next page most of
    /// them are as they were, and finding one takes a tenth of the time of making it.
    /// - Parameters:
    ///   - source: all that the fields follow from.
    ///   - fields: makes them.
    func part(_ name: String, of source: some Hashable & Sendable, _ fields: () -> Fields) -> String {
        timed {
            let source = Source(template: name, value: AnyHashable(source))
            if let known = parts.withLock({ $0.html[source] }) { return known }
            let html = make(name, fields())
            if name == "row" { spent.withLock { $0.rows += 1 } }
            parts.withLock { parts in
                if parts.html.count >= Self.mostParts || parts.bytes >= Self.mostBytes { parts = ([:], 0) }
                parts.html[source] = html
                parts.bytes += html.utf8.count
            }
            return html
        }
    }

    /// The input of a part. Unchecked: `value` was sendable.
    private struct Source: Hashable, @unchecked Sendable {
        let template: String
        let value: AnyHashable
    }

    // MARK: What they use

    /// The names in a template, which looks for each that is missing in what surrounds it.
    static func names(in template: String) -> Set<String> { Set(tags(of: template).map(\.name)) }

    /// The sections that stand directly in a section of a template.
    static func sections(in section: String, of template: String) -> [String] {
        var (open, found) = ([String](), [String]())
        for (mark, name) in tags(of: template) {
            switch mark {
            case "#", "^":
                if open.last == section, !found.contains(name) { found.append(name) }
                open.append(name)
            case "/": _ = open.popLast()
            default: break
            }
        }
        return found
    }

    private static func tags(of template: String) -> [(mark: Substring, name: String)] {
        let text = sources.first { $0.0 == template }.map { String(decoding: $0.1, as: UTF8.self) } ?? ""
        return text.matches(of: /\{\{([#^\/]?)(\w+)\}\}/).map { ($0.output.1, String($0.output.2)) }
    }

    // MARK: How long it takes

    /// The same templates, with a clock for one page.
    func forOnePage() -> Templates {
        var templates = self
        templates.spent = Locked((.zero, 0))
        return templates
    }

    /// For how long HTML was made since ``forOnePage()``.
    var time: Duration { spent.withLock { $0.time } }

    /// How many rows were made since ``forOnePage()``. The others are those of earlier pages.
    var rows: Int { spent.withLock { $0.rows } }

    private func timed(_ make: () -> String) -> String {
        let start = ContinuousClock.now
        defer { spent.withLock { $0.time += ContinuousClock.now - start } }
        return make()
    }

    private static let sources: [(String, [UInt8])] = [
        ("layout", PackageResources.layout_mustache), ("names", PackageResources.names_mustache),
        ("side", PackageResources.side_mustache), ("many", PackageResources.many_mustache),
        ("sign-in", PackageResources.sign_in_mustache), ("signed-in", PackageResources.signed_in_mustache),
        ("failure", PackageResources.failure_mustache),
        ("agenda", PackageResources.agenda_mustache), ("list", PackageResources.list_mustache),
        ("rows", PackageResources.rows_mustache), ("row", PackageResources.row_mustache),
        ("todo", PackageResources.todo_mustache), ("detail", PackageResources.detail_mustache),
        ("add", PackageResources.add_mustache), ("understood", PackageResources.understood_mustache),
        ("calendar", PackageResources.calendar_mustache), ("entries", PackageResources.entries_mustache),
        ("history", PackageResources.history_mustache), ("story", PackageResources.story_mustache),
        ("changes", PackageResources.changes_mustache),
        ("past", PackageResources.past_mustache), ("report", PackageResources.report_mustache),
        ("ringing", PackageResources.ringing_mustache), ("places", PackageResources.places_mustache),
        ("tags", PackageResources.tags_mustache),
        ("lists", PackageResources.lists_mustache), ("people", PackageResources.people_mustache),
        ("join", PackageResources.join_mustache),
        ("conflicts", PackageResources.conflicts_mustache),
        ("sync", PackageResources.sync_mustache), ("settings", PackageResources.settings_mustache),
        ("setting", PackageResources.setting_mustache),
    ]
}
