import Foundation
import TodoLocal

// Filters that are kept under a name.
extension TodoStore {
    /// Keeps a filter as a view.
    /// - Parameters:
    ///   - name: its name; see ``SavedView/checkedName(_:)``.
    ///   - filter: what it shows, and in which order; all that it names must be there.
    ///   - columns: the columns to show; empty for the usual ones.
    ///   - grouping: what its to-dos are grouped by; nil for nothing.
    ///   - settings: how dates are read.
    /// - Throws: ``TodoError``: `already-exists` if there is a view of that name; `bad-view-name`; `bad-filter`; `not-found`
    ///   for a name that nothing has.
    @discardableResult
    public func addView(
        _ name: String, filter: TodoFilter, columns: [TodoColumn] = [], grouping: TodoGrouping? = nil,
        settings: PhraseSettings = .standard
    ) async throws -> SavedView {
        let view = try SavedView(
            id: stack.environment.makeID(), name: name, filter: filter,
            names: try await names(in: filter, settings: settings), columns: columns, grouping: grouping,
            createdAt: stack.environment.now())
        try await checkFree(view.name)
        return try await viewDAO.addOne(view)
    }

    /// Checks that no view has a name.
    /// - Parameters:
    ///   - name: the name, in any case.
    ///   - id: the view that may have it; nil for none.
    /// - Throws: ``TodoError``: `already-exists`.
    public func checkFree(_ name: String, for id: SavedView.ID? = nil) async throws {
        let found = try await views.fetch(.called(name), source: .local).items
        guard found.allSatisfy({ $0.id == id }) else {
            throw TodoError(.alreadyExists, "There is a view “\(name)” already.", effect: .nothingChanged)
        }
    }

    /// The view with a name; `@` before it is left out.
    /// - Throws: ``TodoError``: `not-found`, with the nearest name; `ambiguous` if two devices have made one of that name.
    public func view(named name: String) async throws -> SavedView {
        try SavedViews(try await views.fetch(.all, source: .local).items).find(name)
    }

    /// The filter that a view stands for, with the names that things have now.
    /// - Throws: ``TodoError`` with code `bad-filter` for a view that this version does not understand.
    public func filter(of view: SavedView, settings: PhraseSettings = .standard) async throws -> TodoFilter {
        try view.filter(
            names: try await presentNames(of: [view]), now: stack.environment.now(),
            timeZone: stack.environment.timeZone, settings: settings)
    }

    /// The current names of everything to which views refer, without what has been deleted.
    public func presentNames(of views: [SavedView]) async throws -> PresentNames {
        func ids<Model>(_ subject: TodoFilter.Subject, of model: Model.Type) -> [Identifier<Model>] {
            let all = views.flatMap { $0.references[subject.rawValue]?.values.map(\.self) ?? [] }
            return Set(all).sorted().compactMap { Identifier<Model>($0) }
        }
        var (tags, merged): ([Tag], [(Tag.ID, String)]) = ([], [])
        for id in ids(.tag, of: Tag.self) {
            guard let tag = try await found({ try await self.tags.find(id) }) else { continue }
            if tag.id == id { tags.append(tag) } else { merged.append((id, tag.title)) }
        }
        // Together with all other lists and places of the same name: a name that several have identifies none of them.
        var lists: [TodoList.ID: TodoList] = [:]
        for id in ids(.list, of: TodoList.self) {
            guard let list = try await found({ try await self.lists.find(id) }) else { continue }
            for other in [list] + (try await self.lists.find(path: list.path)) { lists[other.id] = other }
        }
        var places: [Location.ID: Location] = [:]
        for id in ids(.place, of: Location.self) {
            guard let place = try await found({ try await self.locations.find(id) }) else { continue }
            places[place.id] = place
            guard let name = place.placeName else { continue }
            for other in try await locations.fetch(.named(name), source: .local).items { places[other.id] = other }
        }
        var names = PresentNames(
            tags: tags, lists: lists.values.sorted { $0.id < $1.id }, places: places.values.sorted { $0.id < $1.id })
        for (id, title) in merged { names.add(tag: id, mergedInto: title) }
        return names
    }

    private func found<Model>(_ find: () async throws -> Model) async throws -> Model? {
        do { return try await find() } catch let error as TodoError where error.code == .notFound { return nil }
    }
}
