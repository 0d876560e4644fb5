#if canImport(SwiftUI)
    import SwiftUI
    import TodoKit
    import TodoKitUI

    @main
    struct ShoppingApp: App {
        private let store = Result { try TodoStore.shared }

        var body: some Scene {
            WindowGroup {
                switch store {
                case .success(let store): ShoppingList(store).environment(\.todoService, store)
                case .failure(let error): Text(error.localizedDescription)
                }
            }
        }
    }

    struct ShoppingList: View {
        @TodoQuery(.all.open.ascending(\.title)) private var list
        @State private var actions: TodoActions
        @State private var undo: UndoModel
        @State private var new = ""
        private let store: any TodoService

        init(_ store: any TodoService) {
            self.store = store
            actions = TodoActions(store)
            undo = UndoModel(store)
        }

        var body: some View {
            NavigationStack {
                List {
                    TextField("Something to buy", text: $new).onSubmit {
                        actions.add(new)
                        new = ""
                    }
                    ForEach(list?.items ?? []) { todo in
                        NavigationLink(todo.title, value: todo)
                            .swipeActions { Button("Done") { actions.complete([todo.id]) } }
                            .onAppear { list?.rowAppeared(todo.id) }
                    }
                }
                .navigationDestination(for: Todo.self) { TodoEditor($0, in: store) }
                .toolbar {
                    Button("Undo \(undo.availability.undo?.title ?? "")") { undo.undo() }.disabled(!undo.canUndo)
                }
            }
        }
    }

    struct TodoEditor: View {
        @State private var model: TodoModel

        init(_ todo: Todo, in store: any TodoService) { model = TodoModel(todo, in: store) }

        var body: some View {
            Form {
                TextField("Title", text: $model.draft.title)
                TextField("Notes", text: $model.draft.notes, axis: .vertical)
                if let failure = model.failure { Text(failure.message) }
            }
            .onChange(of: model.draft) { model.save() }
        }
    }
#else
    @main
    struct ShoppingApp {
        static func main() { print("This step is for SwiftUI.") }
    }
#endif
