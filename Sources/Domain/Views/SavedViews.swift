package import Foundation

/// The views of a store, by name.
package struct SavedViews: Sendable {
    /// All views, sorted by name.
    package let all: [SavedView]
    private let byName: [String: [SavedView]]

    /// Creates a collection of views.
    package init(_ views: [SavedView]) {
        let sorted = views.map { (key: TagName.folded($0.name), view: $0) }.sorted {
            ($0.key, $0.view.createdAt, $0.view.id) < ($1.key, $1.view.createdAt, $1.view.id)
        }
        all = sorted.map(\.view)
        byName = Dictionary(grouping: sorted, by: \.key).mapValues { $0.map(\.view) }
    }

    /// The view with this name. An `@` before the name is ignored.
    /// - Throws: ``TodoError``: `not-found`, with the nearest name; `ambiguous` if two devices have made views with the same
    ///   name.
    package func find(_ name: String) throws -> SavedView {
        let name = name.hasPrefix("@") ? String(name.dropFirst()) : name
        let found = byName[TagName.folded(name)] ?? []
        if found.count == 1 { return found[0] }
        guard found.isEmpty else { throw Self.ambiguous(name, found) }
        // Among very many names, finding the nearest one would take long.
        let known = all.count <= 2000 ? all.map(\.name) : []
        let hint = NearestWord.to(name, among: known).map { "; perhaps “\($0.excerpt)” is meant" } ?? ""
        throw TodoError(.notFound, "There is no view “\(name.excerpt)”\(hint).")
    }

    /// Adds the views to the names of filters. A view that has become invalid fails only when it is used; the others work.
    /// - Parameter present: the present names of the objects in the views' ``SavedView/references``.
    package func add(
        to names: inout FilterNames, present: PresentNames, now: Date, timeZone: TimeZone,
        settings: PhraseSettings = .standard
    ) {
        for (key, views) in byName {
            let filter = Result {
                guard views.count == 1 else { throw Self.ambiguous(views[0].name, views) }
                return try views[0].filter(names: present, now: now, timeZone: timeZone, settings: settings)
            }
            names.add(view: filter.mapError(TodoError.wrapping), named: key)
        }
    }

    private static func ambiguous(_ name: String, _ views: [SavedView]) -> TodoError {
        let items = views.prefix(5).map { TodoError.Candidates.Item(id: $0.id.rawValue, title: $0.text.excerpt) }
        return TodoError(
            .ambiguous, "\(views.count) views have the name “\(name.excerpt)”; give all but one another name.",
            candidates: .init(items, hasMore: views.count > 5))
    }
}

extension TodoError {
    /// The error itself if it is a `TodoError`; otherwise an error for it.
    fileprivate static func wrapping(_ error: any Error) -> TodoError {
        error as? TodoError ?? TodoError(.badFilter, "The filter is not understood.", underlying: error)
    }
}
