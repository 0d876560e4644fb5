import Foundation
import TestSupport
import TodoDomain
import TodoKit

/// What the contract needs to know about a kind of model to test its repository.
struct Subject<Model: Queryable, Update: Sendable & Identifiable> where Update.ID == Model.ID {
    /// Four models, in the default order of their kind.
    let models: [Model]
    /// The model with everything about it changed.
    let changed: @Sendable (Model) -> Model
    /// The model with one field changed, a different one from ``update``.
    let touched: @Sendable (Model) -> Model
    /// Changes one field.
    let update: @Sendable (Model.ID) -> Update
    /// The model as ``update`` leaves it.
    let updated: @Sendable (Model) -> Model
    /// The model without the times that the store maintains.
    let content: @Sendable (Model) -> Model
    /// Edits that no update can write.
    let unwritable: [@Sendable (inout Model) -> Void]
    /// An update that validation refuses, and its code.
    let refused: @Sendable (Model.ID) -> (update: Update, code: TodoError.Code)
}

private let epoch = ManualClock().now

extension Subject where Model == Todo, Update == Todo.Update {
    /// To-dos with tags, one with a place.
    static func todos() throws -> Subject {
        let (home, shop) = (Tag.sample("home", color: "green"), Tag.sample("shop"))
        let place = try Location.sample("migros", "Migros", altitude: 408)
        let due = try Due.day(2026, 11, 21)
        return Subject(
            models: [
                .sample(
                    "t0", "Buy milk", notes: "Two litres", due: due, priority: .high, tags: [home, shop],
                    location: place),
                .sample("t1", "Crème brûlée", completedAt: epoch, tags: [home]),
                .sample("t2", "牛乳を買う", due: .instant(epoch, zone: "Asia/Tokyo")), .sample("t3"),
            ],
            changed: { todo in .sample(todo.id.rawValue, "Changed", notes: "all", priority: .low, tags: [shop]) },
            touched: { todo in
                var todo = todo
                todo.notes = "touched"
                todo.tags = []
                return todo
            },
            update: { Todo.Update(id: $0, title: "Updated") },
            updated: { todo in
                var todo = todo
                todo.title = "Updated"
                return todo
            },
            content: { todo in
                var todo = todo
                todo.updatedAt = epoch
                for index in todo.tags.indices { todo.tags[index].updatedAt = epoch }
                todo.location?.updatedAt = epoch
                return todo
            },
            unwritable: [
                { $0.createdAt += 1 }, { $0.tags[0].title = "House" }, { $0.location?.placeName = "Coop" },
                { $0.location?.altitude = 1 },
            ],
            refused: { (Todo.Update(id: $0, title: " "), .emptyTitle) })
    }
}

extension Subject where Model == Tag, Update == Tag.Update {
    /// Tags, some with a colour.
    static func tags() -> Subject {
        Subject(
            models: [.sample("a", color: "red"), .sample("b"), .sample("c", color: "blue"), .sample("d")],
            changed: { .sample($0.id.rawValue, "changed", color: "black") },
            touched: { tag in
                var tag = tag
                tag.color = "touched"
                return tag
            },
            update: { Tag.Update(id: $0, title: "updated") },
            updated: { tag in
                var tag = tag
                tag.title = "updated"
                return tag
            },
            content: { tag in
                var tag = tag
                tag.updatedAt = epoch
                return tag
            },
            unwritable: [{ $0.createdAt += 1 }],
            refused: { (Tag.Update(id: $0, title: "two\nlines"), .badText) })
    }
}

extension Subject where Model == TodoList, Update == TodoList.Update {
    /// Lists, some with a colour.
    static func lists() -> Subject {
        Subject(
            models: [.sample("a", color: "red"), .sample("b"), .sample("c", color: "blue"), .sample("d")],
            changed: { list in
                var changed = TodoList.sample(list.id.rawValue, "changed", color: "black")
                changed.isArchived = true
                return changed
            },
            touched: { list in
                var list = list
                list.color = "touched"
                return list
            },
            update: { TodoList.Update(id: $0, title: "updated") },
            updated: { list in
                var list = list
                list.title = "updated"
                return list
            },
            content: { list in
                var list = list
                list.updatedAt = epoch
                return list
            },
            unwritable: [{ $0.createdAt += 1 }],
            refused: { (TodoList.Update(id: $0, title: "Inbox"), .reservedName) })
    }
}

extension Subject where Model == SavedView, Update == SavedView.Update {
    /// Views, some with columns and a grouping.
    static func views() -> Subject {
        func view(_ id: String, columns: [String] = [], grouping: String? = nil) -> SavedView {
            SavedView(
                id: .init(stored: id), name: id, text: "tag:home sort:due", columns: columns, grouping: grouping,
                createdAt: epoch)
        }
        return Subject(
            models: [view("a", columns: ["title"]), view("b", grouping: "list"), view("c"), view("d")],
            changed: { SavedView(id: $0.id, name: "changed", text: "milk", columns: ["due"], createdAt: epoch) },
            touched: { view in
                var view = view
                view.grouping = "place"
                return view
            },
            update: { SavedView.Update(id: $0, name: "updated") },
            updated: { view in
                var view = view
                view.name = "updated"
                return view
            },
            content: { view in
                var view = view
                view.updatedAt = epoch
                return view
            },
            unwritable: [{ $0.createdAt += 1 }],
            refused: { (SavedView.Update(id: $0, name: "two words"), .badViewName) })
    }
}

extension Subject where Model == Location, Update == Location.Update {
    /// Places with and without a name, an altitude.
    static func locations() throws -> Subject {
        let other = try Coordinate(latitude: -90, longitude: 180)
        return Subject(
            models: [
                try .sample("p0"), try .sample("p1", "Aare", latitude: 46.9, longitude: 7.4, altitude: 500),
                try .sample("p2", "Migros"), try .sample("p3", "Zoo"),
            ],
            changed: { Location(id: $0.id, coordinate: other, altitude: 1, placeName: "Changed", createdAt: epoch) },
            touched: { place in
                var place = place
                place.altitude = 12.5
                return place
            },
            update: { Location.Update(id: $0, placeName: .set("Updated")) },
            updated: { place in
                var place = place
                place.placeName = "Updated"
                return place
            },
            content: { place in
                var place = place
                place.updatedAt = epoch
                return place
            },
            unwritable: [{ $0.createdAt += 1 }],
            refused: { (Location.Update(id: $0, placeName: .set("")), .emptyPlaceName) })
    }
}
