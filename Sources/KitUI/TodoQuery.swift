#if canImport(SwiftUI)
    public import SwiftUI
    public import TodoKit

    extension EnvironmentValues {
        /// The store from which ``TodoQuery`` reads.
        public var todoService: (any TodoService)? {
            get { self[TodoServiceKey.self] }
            set { self[TodoServiceKey.self] = newValue }
        }
    }

    private struct TodoServiceKey: EnvironmentKey {
        static let defaultValue: (any TodoService)? = nil
    }

    /// The matches of a query for a SwiftUI view, always up to date.
    /// ```swift
    /// struct OpenTodos: View {
    ///     @TodoQuery(.all.open) private var list
    ///     var body: some View { List(list?.items ?? []) { Text($0.title) } }
    /// }
    /// // OpenTodos().environment(\.todoService, store)
    /// ```
    /// If the query or the store in the environment changes, it follows the new one when the view is next shown.
    @MainActor @propertyWrapper
    public struct TodoQuery {
        @Environment(\.todoService) private var service
        // The state itself does not hold a model, because a model that is set while views are updated would come one update
        // too late.
        @State private var shown = Shown()
        private let query: Query<Todo>

        /// The to-dos of a query.
        public init(_ query: Query<Todo>) { self.query = query }

        /// The list; nil before the view is shown, or if its environment has no store.
        public var wrappedValue: TodoListModel? { shown.model }

        /// The values that a view keeps between updates.
        @MainActor
        private final class Shown {
            private(set) var model: TodoListModel?
            private var service: (any TodoService)?
            private var query: Query<Todo>?

            // It is nonisolated, because the default value of a property wrapper is made in the isolation of the view, which
            // may have none.
            nonisolated init() {}

            func show(_ query: Query<Todo>, of service: (any TodoService)?) {
                if self.service !== service {
                    self.service = service
                    self.query = query
                    model = service.map { TodoListModel($0.todos, query) }
                } else if self.query != query {
                    // Do this only if the view requests another query, because it may have set a query in the model.
                    self.query = query
                    model?.query = query
                }
            }
        }
    }

    extension TodoQuery: DynamicProperty {
        /// Called by SwiftUI on the main actor, before the view is shown.
        public nonisolated func update() {
            MainActor.assumeIsolated { shown.show(query, of: service) }
        }
    }
#endif
