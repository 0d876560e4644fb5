import Foundation
public import TodoDomain
import TodoLocal

// Saved views, which are filters with a name.
extension TodoStore {
    /// Saves a filter as a view.
    /// - Parameters:
    ///   - name: its name; see ``SavedView/checkedName(_:)``.
    ///   - filter: the to-dos that it shows, and their order. Everything that it names must exist.
    ///   - columns: the columns to show; empty for the default columns.
    ///   - grouping: how its to-dos are grouped; nil if they are not grouped.
    ///   - settings: how dates are read.
    /// - Throws: ``TodoError``: `already-exists` if there is a view with that name; `bad-view-name`; `bad-filter`; `not-found`
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
    ///   - name: the name, ignoring case.
    ///   - id: the view that may have it; nil if no view may.
    /// - Throws: ``TodoError``: `already-exists`.
    package func checkFree(_ name: String, for id: SavedView.ID? = nil) async throws {
        let found = try await views.fetch(.called(name), source: .local).items
        guard found.allSatisfy({ $0.id == id }) else {
            throw TodoError(.alreadyExists, "There is a view “\(name)” already.", effect: .nothingChanged)
        }
    }

    /// The view with a name. A leading `@` is ignored.
    /// - Throws: ``TodoError``: `not-found`, with the most similar name; `ambiguous` if two devices have each made a view with
    ///   that name.
    public func view(named name: String) async throws -> SavedView {
        try SavedViews(try await views.fetch(.all, source: .local).items).find(name)
    }

    /// The filter of a view, with the current names of the records that it refers to.
    /// - Throws: ``TodoError`` with code `bad-filter` for a view that this version does not understand.
    public func filter(of view: SavedView, settings: PhraseSettings = .standard) async throws -> TodoFilter {
        try view.filter(
            names: try await presentNames(of: [view]), now: stack.environment.now(),
            timeZone: stack.environment.timeZone, settings: settings)
    }

    /// The current names of all records that views refer to, without deleted ones.
    package func presentNames(of views: [SavedView]) async throws -> PresentNames {
        func ids<Model>(_ subject: TodoFilter.Subject, of model: Model.Type) -> [Identifier<Model>] {
            let all = views.flatMap { $0.references[subject.rawValue]?.values.map(\.self) ?? [] }
            return Set(all).sorted().compactMap { Identifier<Model>($0) }
        }
        var (tags, merged): ([Tag], [(Tag.ID, String)]) = ([], [])
        for id in ids(.tag, of: Tag.self) {
            guard let tag = try await found({ try await self.tags.find(id) }) else { continue }
            if tag.id == id { tags.append(tag) } else { merged.append((id, tag.title)) }
        }
        // Add all other lists and locations with the same name, because a name that several records have identifies none of
        // them.
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
