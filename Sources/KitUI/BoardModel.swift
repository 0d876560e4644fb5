public import Observation
public import TodoKit

/// A board of to-dos that is always up to date.
public typealias TodoBoardModel = BoardModel<Todo>

/// Several lists for a view that shows them together. They are always up to date, and all show the same moment. So a card
/// that moves from one list to another is never shown in both lists or in neither. Lists that are followed one by one cannot
/// guarantee that.
/// ```swift
/// let board = TodoBoardModel(store.todos, [.all.open.tagged("next"), .all.started, .all.done])
/// ForEach(board.columns) { column in
///     List(column.items) { Text($0.title) }
/// }
/// ```
/// It follows the store until it is released.
@MainActor @Observable
public final class BoardModel<Record: Queryable> {
    /// One list of a board.
    public struct Column: Identifiable, Hashable, Sendable {
        /// Its position on the board, from 0.
        public let id: Int
        /// The loaded items, in the order of the query.
        public fileprivate(set) var items: [Record] = []
        /// The number of items, loaded or not.
        public fileprivate(set) var total = 0

        fileprivate init(id: Int) { self.id = id }

        /// Whether there are items that are not loaded.
        public var hasMore: Bool { items.count < total }
    }

    /// The lists, in the order of ``queries``. All change at once.
    public private(set) var columns: [Column]
    /// Whether the results of the present queries have not arrived yet. Until then ``columns`` are those of the previous
    /// queries.
    public private(set) var isLoading = true
    /// The reason why the board is no longer followed; nil while it is. See ``reload()``.
    public private(set) var failure: TodoError?
    /// The queries, one for each list. Their limits and offsets are ignored.
    public var queries: [Query<Record>] {
        didSet {
            guard queries != oldValue else { return }
            limits = queries.map { _ in pageSize }
            follow()
        }
    }

    /// The number of items that are loaded at once in each list.
    public let pageSize: Int
    private var limits: [Int]
    @ObservationIgnored private let observe: ([Query<Record>]) -> AsyncThrowingStream<[Page<Record>], any Error>
    @ObservationIgnored private let following = Following()

    /// A board.
    /// - Parameters:
    ///   - repository: the source: `store.todos`.
    ///   - queries: the items of each list, and their order.
    ///   - pageSize: the number of items that are loaded at once in each list; at least one.
    public init<Source: Repository>(
        _ repository: Source, _ queries: [Query<Record>], pageSize: Int = 50
    ) where Source.Model == Record {
        observe = { repository.observeEach($0) }
        self.queries = queries
        self.pageSize = max(1, pageSize)
        columns = queries.indices.map { Column(id: $0) }
        limits = queries.map { _ in max(1, pageSize) }
        follow()
    }

    /// Loads the next page of a list, if there is one. Loaded items stay up to date.
    /// - Parameter column: the position of the list, from 0. If the board does not have this position, nothing happens.
    public func loadMore(in column: Int) {
        guard columns.indices.contains(column), limits.indices.contains(column), columns[column].hasMore, !isLoading
        else { return }
        limits[column] += pageSize
        follow()
    }

    /// Follows the board again after a ``failure``.
    public func reload() { follow() }

    private func follow() {
        isLoading = true
        failure = nil
        let windows = zip(queries, limits).map { $0.page(0, size: $1).countingTotal() }
        following.follow(observe(windows)) { [weak self] pages in
            self?.show(pages)
        } failed: { [weak self] error in
            guard let self else { return }
            failure = error
            isLoading = false
        }
    }

    private func show(_ pages: [Page<Record>]) {
        let shown = pages.enumerated().map { number, page in
            var column = Column(id: number)
            column.items = page.items
            column.total = page.total ?? page.items.count
            return column
        }
        columns = shown
        isLoading = false
    }
}
