public import Observation
public import TodoKit

/// The lists, tags, locations and views, with numbers of to-dos, for a view beside the list.
@MainActor @Observable
public final class SidebarModel {
    /// The lists that are not archived, each after the one that contains it.
    public private(set) var lists: [TodoList] = []
    /// The tags, by title.
    public private(set) var tags: [Tag] = []
    /// The views, by name.
    public private(set) var views: [SavedView] = []
    /// The locations, by name.
    public private(set) var places: [Location] = []
    /// The number of to-dos in each list. An empty list is missing.
    public private(set) var listCounts: [TodoList.ID: TodoCount] = [:]
    /// The number of to-dos with each tag. An unused tag is missing.
    public private(set) var tagCounts: [Tag.ID: TodoCount] = [:]
    /// The reason why the sidebar is no longer up to date; nil while it is. See ``reload()``.
    public private(set) var failure: TodoError?
    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let following = Following()

    /// The sidebar of a store, or of another service.
    public init(_ service: any TodoService) {
        self.service = service
        reload()
    }

    /// Follows the store again after a ``failure``.
    public func reload() {
        failure = nil
        following.follow(service.observe(Content.init)) { [weak self] in
            self?.show($0)
        } failed: { [weak self] error in
            self?.failure = error
        }
    }

    private func show(_ content: Content) {
        lists = content.lists
        tags = content.tags
        views = content.views
        places = content.places
        listCounts = content.listCounts
        tagCounts = content.tagCounts
    }

    private struct Content: Equatable {
        let lists: [TodoList]
        let tags: [Tag]
        let views: [SavedView]
        let places: [Location]
        let listCounts: [TodoList.ID: TodoCount]
        let tagCounts: [Tag.ID: TodoCount]

        @Sendable
        init(_ service: any TodoService) async throws {
            lists = TodoList.inTreeOrder(
                try await service.lists.fetch(.all.unarchived.ascending(\.manual), source: .local).items)
            tags = try await service.tags.fetch(.all.ascending(\.title), source: .local).items
            views = try await service.views.fetch(.all, source: .local).items
            places = try await service.locations.fetch(.all, source: .local).items
            listCounts = try await service.lists.todoCounts()
            tagCounts = try await service.tags.todoCounts()
        }
    }
}
