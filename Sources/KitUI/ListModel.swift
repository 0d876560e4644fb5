public import Observation
public import TodoKit

/// A list of to-dos that is always up to date.
public typealias TodoListModel = ListModel<Todo>

/// The result of a query for a view. It is always up to date, is loaded as the person scrolls, and has a selection. It
/// follows the store until it is released. The view does not need a task.
/// ```swift
/// let list = TodoListModel(store.todos, .all.open)
/// ForEach(list.items) { todo in
///     Text(todo.title).onAppear { list.rowAppeared(todo.id) }
/// }
/// ```
@MainActor @Observable
public final class ListModel<Record: Queryable> {
    /// The loaded items, in the order of the query.
    public private(set) var items: [Record] = []
    /// The number of items, loaded or not.
    public private(set) var total = 0
    /// The last change of ``items``, for animations.
    public private(set) var difference = ListDifference<Record>(from: [], to: [])
    /// Whether the result of the present query has not arrived yet. Until then ``items`` are those of the previous
    /// query.
    public private(set) var isLoading = true
    /// The reason why the list is no longer followed; nil while it is. See ``reload()``.
    public private(set) var failure: TodoError?
    /// The error of the last filter; nil if it was understood.
    public var problem: TodoError?
    /// The ids of the selected items. The selection survives all changes. Items that are not listed at present stay
    /// selected.
    public var selection: Set<Record.ID> = []
    /// The query. Its limit and offset are ignored. Setting it cancels a filter that is still being resolved.
    public var query: Query<Record> {
        didSet {
            asking.stop()
            guard query != oldValue else { return }
            limit = pageSize
            follow()
        }
    }

    /// The number of items that are loaded at once.
    public let pageSize: Int
    private var limit: Int
    @ObservationIgnored private let observe: (Query<Record>) -> AsyncThrowingStream<Page<Record>, any Error>
    @ObservationIgnored private let following = Following()
    @ObservationIgnored private let asking = Following()

    /// A list.
    /// - Parameters:
    ///   - repository: the source: `store.todos`, `store.tags`, `store.lists`.
    ///   - query: the items to list, and their order.
    ///   - pageSize: the number of items that are loaded at once; at least one.
    public init<Source: Repository>(
        _ repository: Source, _ query: Query<Record> = .all, pageSize: Int = 50
    ) where Source.Model == Record {
        observe = { repository.observe($0) }
        self.query = query
        self.pageSize = max(1, pageSize)
        limit = max(1, pageSize)
        follow()
    }

    /// Whether there are items that are not loaded.
    public var hasMore: Bool { items.count < total }

    /// The items that are both selected and listed.
    public var selected: [Record] { items.filter { selection.contains($0.id) } }

    /// Loads the next page, if there is one. Loaded items stay up to date.
    public func loadMore() {
        guard hasMore, !isLoading else { return }
        limit += pageSize
        follow()
    }

    /// Loads more when the appearing row is near the end of the loaded items.
    public func rowAppeared(_ id: Record.ID) {
        guard hasMore, items.suffix(max(1, pageSize / 4)).contains(where: { $0.id == id }) else { return }
        loadMore()
    }

    /// Follows the list again after a ``failure``.
    public func reload() { follow() }

    /// The row to go to when this one disappears: the next one, or otherwise the previous one; nil if it is the only
    /// one.
    public func neighbour(of id: Record.ID) -> Record.ID? {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
        return index + 1 < items.count ? items[index + 1].id : index > 0 ? items[index - 1].id : nil
    }

    private func follow() {
        isLoading = true
        failure = nil
        following.follow(observe(query.page(0, size: limit).countingTotal())) { [weak self] page in
            self?.show(page)
        } failed: { [weak self] error in
            guard let self else { return }
            failure = error
            isLoading = false
        }
    }

    private func show(_ page: Page<Record>) {
        difference = ListDifference(from: items, to: page.items)
        items = page.items
        total = page.total ?? page.items.count
        isLoading = false
    }
}

extension ListModel where Record == Todo {
    /// Lists the items that a typed filter finds: `list:Work (due:..today or tag:urgent) milk`. If the filter is invalid,
    /// ``problem`` has the error and its position, and the list does not change. If filters follow each other faster than
    /// they are resolved, only the last one counts.
    public func show(_ filter: String, in service: any TodoService) { ask(filter, service) }
    /// Lists the items that a typed filter finds, and returns when the filter is resolved.
    public func show(_ filter: String, in service: any TodoService) async { await ask(filter, service).awaited() }

    @discardableResult
    private func ask(_ filter: String, _ service: any TodoService) -> Task<Void, Never> {
        asking.run { [weak self] in
            do {
                let found = try await service.query(matching: filter, byDefault: .isDone(false), settings: .standard)
                guard !Task.isCancelled, let self else { return }
                problem = nil
                query = found
            } catch {
                if !Task.isCancelled { self?.problem = TodoError(any: error) }
            }
        }
    }
}
