#if canImport(SwiftUI)
    public import SwiftUI
    public import TodoKit

    extension EnvironmentValues {
        /// The store from which ``TodoQuery`` reads.
        @Entry public var todoStore: TodoStore?
    }

    /// The to-dos that a query finds, for a view of SwiftUI: always up to date.
    /// ```swift
    /// struct OpenTodos: View {
    ///     @TodoQuery(.all.open) private var list
    ///     var body: some View { List(list?.items ?? []) { Text($0.title) } }
    /// }
    /// // OpenTodos().environment(\.todoStore, store)
    /// ```
    @MainActor @propertyWrapper
    public struct TodoQuery: @MainActor DynamicProperty {
        @Environment(\.todoStore) private var store
        @State private var model: TodoListModel?
        private let query: Query<Todo>

        /// The to-dos of a query.
        public init(_ query: Query<Todo>) { self.query = query }

        /// The list; nil before the view is shown, or if its environment has no store.
        public var wrappedValue: TodoListModel? { model }

        /// Called by SwiftUI before the view is shown.
        public func update() {
            guard let store, model == nil else { return }
            model = TodoListModel(store.todos, query)
        }
    }
#endif
