import Foundation
import JSON
import TodoDomain
import TodoKit

/// A resource that a client can read and watch.
enum Resource: Sendable {
    /// The agenda of a day, given as a date or a phrase such as `today`.
    case agenda(String)
    /// The open to-dos of a list, by its path.
    case list(String)
    /// The to-dos of a saved view, by its name.
    case view(String)
    /// One to-do, by its id.
    case todo(String)

    private static let scheme = "todo://"
    private static let longestAddress = 2000

    /// - Throws: ``RPCError`` for a text that is not the address of a resource.
    init(_ address: JSONValue?) throws {
        let text = address?.string ?? ""
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/", maxSplits: 1)
        guard text.hasPrefix(Self.scheme), text.utf8.count <= Self.longestAddress, parts.count == 2,
            let name = parts[1].removingPercentEncoding?.trimmed, !name.isEmpty,
            let resource = Self.make[String(parts[0])]?(name)
        else {
            throw RPCError(
                .invalidParams, "There is no resource “\(text.excerpt)”; see resources/templates/list.")
        }
        self = resource
    }

    private static let make: [String: @Sendable (String) -> Resource] = [
        "agenda": { .agenda($0) }, "list": { .list($0) }, "view": { .view($0) }, "todo": { .todo($0) },
    ]

    /// The part of the address after the kind.
    private var parts: (kind: String, name: String) {
        switch self {
        case .agenda(let day): ("agenda", day)
        case .list(let path): ("list", path)
        case .view(let name): ("view", name)
        case .todo(let id): ("todo", id)
        }
    }

    /// Its address.
    var address: String {
        let allowed = CharacterSet(charactersIn: "/-._~").union(.alphanumerics)
        let name = parts.name.addingPercentEncoding(withAllowedCharacters: allowed) ?? parts.name
        return "\(Self.scheme)\(parts.kind)/\(name)"
    }

    private static let mediaType: JSONValue = "application/json"

    /// The resource in the form of `resources/list`.
    var json: JSONValue {
        ["uri": .string(address), "name": .string(VisibleText.line(parts.name)), "mimeType": Self.mediaType]
    }

    /// The kinds of resources.
    static let templates: JSONValue = .array(
        [
            ("agenda", "day", "What is to be done on a day, such as 2026-12-24 or today."),
            ("list", "path", "The open to-dos of a list."), ("view", "name", "The to-dos of a saved view."),
            ("todo", "id", "All of one to-do."),
        ].map { kind, argument, text in
            [
                "uriTemplate": .string("\(scheme)\(kind)/{\(argument)}"), "name": .string(kind),
                "description": .string(text), "mimeType": mediaType,
            ]
        })

    /// Reads the contents.
    /// - Throws: ``TodoError``, with `not-found` for a resource that does not exist or is beyond the scope.
    func content(_ run: ToolRun) async throws -> String {
        let result: ToolResult
        switch self {
        case .agenda(let day):
            guard (try? run.clock.day(day)) != nil else {
                throw TodoError(.notFound, "There is no day “\(day.excerpt)”.")
            }
            var arguments = Arguments(["from": .string(day), "days": 0])
            result = try await run.agenda(&arguments) { _ in }
        case .list(let path):
            guard run.scope?.contains(path: path) ?? true else {
                throw TodoError(.notFound, "There is no list “\(path.excerpt)”.")
            }
            result = try await found(.field(.list, [.init(.name(.init(path)))]), run)
        case .view(let name):
            guard run.scope == nil else { throw TodoError(.notFound, "There is no view “\(name.excerpt)”.") }
            result = try await found(.view(.init(.phrase(name))), run)
        case .todo(let id):
            var arguments = Arguments(["ids": [.string(id)]])
            result = try await run.show(&arguments) { _ in }
        }
        return JSONValue.object(result.members).canonicalJSON
    }

    private func found(_ condition: TodoFilter.Condition, _ run: ToolRun) async throws -> ToolResult {
        var arguments = Arguments([
            "filter": .string(TodoFilter(condition).description), "limit": .integer(Int64(AssistantLimits.mostRows)),
        ])
        return try await run.find(&arguments) { _ in }
    }

    /// The contents in the form of `resources/read`.
    func contents(_ text: String) -> JSONValue {
        ["contents": [["uri": .string(address), "mimeType": Self.mediaType, "text": .string(text)]]]
    }

    /// The resources that can be listed: today's agenda, the lists and the views.
    static func all(_ run: ToolRun) async throws -> [Resource] {
        let lists = try await names(.lists, run).map(Resource.list)
        return [.agenda("today")] + lists + (try await names(.views, run).map(Resource.view))
    }

    private static func names(_ kind: NameKind, _ run: ToolRun) async throws -> [String] {
        switch kind {
        case .lists:
            let lists = try await run.store.lists.fetch(.all, source: .local).items
            return lists.filter { !$0.isHidden && (run.scope?.contains(path: $0.path) ?? true) }.map(\.path).sorted()
        case .views:
            guard run.scope == nil else { return [] }
            return try await run.store.views.fetch(.all, source: .local).items.map(\.name).sorted()
        case .tags, .places: return []
        }
    }

    /// The existing names that complete the typed beginning of a template's argument.
    static func completions(_ template: String, _ typed: String, _ run: ToolRun) async throws -> [String] {
        func beginning(_ values: [String]) -> [String] {
            values.filter { SearchText.folded($0).hasPrefix(SearchText.folded(typed)) }
        }
        switch template {
        case "todo://agenda/{day}": return beginning(Prompt.days)
        case "todo://list/{path}": return beginning(try await names(.lists, run))
        case "todo://view/{name}": return beginning(try await names(.views, run))
        case "todo://todo/{id}":
            let ids = try await run.store.todos.findIDs(beginning: typed, limit: AssistantLimits.mostRows)
            return try await run.store.todos.fetch(run.within(Query.ids(ids)), source: .local).items.map(\.id.rawValue)
                .sorted()
        default: throw RPCError(.invalidParams, "There is no resource template “\(template.excerpt)”.")
        }
    }
}
