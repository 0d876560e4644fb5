import TodoKit
import TodoLocal

// Mistakes as people make them while they type. `make docs` compiles this file and compares the errors: each has to say what was
// typed, at its place, and there must be no others. No program contains it.

func queries(_ store: TodoStore, home: Tag) async throws {
    _ = Query<Todo>.all.ascending(\.dueDate)  // expected-error {{type 'Todo.SortKeys' has no member 'dueDate'}}
    _ = Query<Todo>.all.open.tagged(home).descending(\.prio)  // expected-error {{has no member 'prio'}}
    _ = Query<Todo>.all.open.priority(.hihg)  // expected-error {{has no member 'hihg'}}
    _ = Query<Todo>.all.filter(.isDonne(false))  // expected-error {{reference to member 'isDonne'}}
    _ = Query<Todo>.all.page(0, sized: 20)  // expected-error {{(have '_:sized:', expected '_:size:')}}
    _ = try await store.todos.fetch(.all.ascending(\.dueDate).limit(9))  // expected-error {{no member 'dueDate'}}
    _ = try await store.todos.fetch(.all.opne)  // expected-error {{type 'Query<Todo>' has no member 'opne'}}
    _ = try await store.todos.fetch(.open)  // expected-error {{instance member 'open' cannot be used on}}
    _ = try await store.todos.fetch(.all.taged("home"))  // expected-error {{has no member 'taged'}}
    _ = try await store.todos.fetch(.all.due(.todya))  // expected-error {{type 'DueWindow' has no member 'todya'}}
    _ = try await store.todos.first(.all.opne)  // expected-error {{has no member 'opne'}}
    _ = try await store.todos.count(.all.opne)  // expected-error {{has no member 'opne'}}
    _ = try await store.tags.fetch(.all.ascending(\.name))  // expected-error {{'Tag.SortKeys' has no member 'name'}}
    _ = try await store.todoDAO.first(.all.opne)  // expected-error {{has no member 'opne'}}
    _ = try await store.todoDAO.findMany(.all.ascending(\.dueDate))  // expected-error {{no member 'dueDate'}}
}

func observing(_ store: TodoStore, milk: Todo) async throws {
    _ = store.todos.observe(.all.open.ascending(\.dueDate))  // expected-error {{has no member 'dueDate'}}
    _ = store.todos.observeEach([.all.opne])  // expected-error {{has no member 'opne'}}
    _ = store.todos.observeChanges(.all.opne)  // expected-error {{has no member 'opne'}}
    _ = store.todos.observeOne(milk.identifier)  // expected-error {{type 'Todo' has no member 'identifier'}}
}

func writing(_ store: TodoStore, milk: Todo) async throws {
    try await store.add("Buy milk", tag: ["home"])  // expected-error {{(have '_:tag:', expected '_:tags:')}}
    try await store.add("Buy milk", priority: .hihg)  // expected-error {{has no member 'hihg'}}
    try await store.add("Buy milk", due: .dya(2026, 12, 24))  // expected-error {{type 'Due?' has no member 'dya'}}
    try await store.edit([milk.id], TodoChanges(due: .claer))  // expected-error {{has no member 'claer'}}
    try await store.edit([milk.id], TodoChanges(titel: "Milk"))  // expected-error {{have 'titel:', expected 'title:'}}
    try await store.compelte([milk.id])  // expected-error {{type 'TodoStore' has no member 'compelte'}}
    var edited = milk
    edited.titel = "Buy oat milk"  // expected-error {{type 'Todo' has no member 'titel'}}
    var changes = TodoChanges()
    changes.estimat = .set(30)  // expected-error {{no dynamic member 'estimat'}}
    try await store.undo(step: 2)  // expected-error {{argument label 'step:'}}
}

func opening() throws {
    _ = try TodoStore.inMemroy()  // expected-error {{type 'TodoStore' has no member 'inMemroy'}}
    _ = try TodoStore(.inMemroy)  // expected-error {{type 'StackConfiguration' has no member 'inMemroy'}}
    _ = StackConfiguration(storage: .inMemroy)  // expected-error {{has no member 'inMemroy'}}
}
