import TodoDomain
import TodoKit

extension Acts {
    /// Lists, tags, places and views.
    static let naming: [String: Act] = [
        "list-add": { form, context in
            let list = try await context.store.addList(
                try form.required("title"), color: try form.text("color").map(NamedColor.parse))
            return Outcome(text: "Made the list “\(list.path)”.", goTo: "/lists/\(list.id)")
        },
        "list-edit": { form, context in
            let old = try await context.store.lists.find(try form.id())
            let title = try form.edited("title", from: old.title).map(Validation.listTitle)
            if let title, !(try await context.store.isFree(listTitle: title, for: old)) {
                throw TodoError(.alreadyExists, "There is a list “\(title)” there already.")
            }
            let update = TodoList.Update(
                id: old.id, title: title, color: try change(form, "color", from: old.color),
                isArchived: form["archived"].map { $0 == "1" })
            let list = try await context.store.lists.update(update)
            let isArchiving = form["archived"] != nil
            return Outcome(
                text: isArchiving
                    ? list.isArchived ? "Archived “\(list.path)”." : "Took “\(list.path)” out of the archive."
                    : "Saved the list “\(list.path)”.")
        },
        "list-delete": { form, context in
            let list = try await context.store.lists.find(try form.id())
            try await context.store.checkFree(deleting: [list.id])
            let todos = try await context.store.deleteLists([list.id], withTodos: form["with"] == "todos")
            let what = todos.isEmpty ? "What was in it is in the inbox" : "\(todos.count) to-dos went with it"
            return Outcome(text: "Deleted the list “\(list.path)”. \(what).", goTo: "/inbox")
        },
        "list-place": { form, context in
            let destination: ListDestination
            if let target = form.text("before").flatMap({ TodoList.ID($0) }) {
                destination = .before(target)
            } else if let target = form.text("after").flatMap({ TodoList.ID($0) }) {
                destination = .after(target)
            } else {
                destination = .last(in: form.text("below").flatMap { TodoList.ID($0) })
            }
            let list = try await context.store.lists.find(try form.id())
            try await context.store.checkFree(moving: [list], to: destination)
            _ = try await context.store.moveLists([list.id], to: destination)
            return Outcome(text: "Moved the list “\(list.title)”.")
        },
        "tag-edit": { form, context in
            let old = try await context.store.tags.find(try form.id())
            let title = try form.edited("title", from: old.title).map(Validation.tagTitle)
            if let title, !(try await context.store.isFree(tagTitle: title, for: [old.id])) {
                throw TodoError(.alreadyExists, "There is a tag “\(title)” already. Merge one into the other instead.")
            }
            let tag = try await context.store.tags.update(
                Tag.Update(id: old.id, title: title, color: try change(form, "color", from: old.color)))
            return Outcome(text: "Saved the tag “\(tag.title)”.")
        },
        "tag-merge": { form, context in
            let (id, into): (Tag.ID, String) = (try form.id(), try form.required("into"))
            let isOwn = try await context.store.isFree(tagTitle: into, for: [id])
            if isOwn, try await !context.store.isFree(tagTitle: into) {
                throw TodoError(.usage, "A tag is merged into another one, not into itself.")
            }
            let tag = try await context.store.mergeTags([id], into: into)
            return Outcome(text: "Merged into “\(tag.title)”.", goTo: "/tags/\(tag.id)")
        },
        "tag-delete": { form, context in
            let tag = try await context.store.tags.find(try form.id())
            try await context.store.tags.delete(tag.id)
            return Outcome(text: "Deleted the tag “\(tag.title)”.", goTo: "/")
        },
        "view-add": { form, context in
            let environment = context.store.stack.environment
            let filter = try TodoFilter.parse(
                try form.required("filter"), now: environment.now(), timeZone: environment.timeZone,
                settings: context.settings.phrases)
            let view = try await context.store.addView(
                try form.required("title"), filter: filter, settings: context.settings.phrases)
            return Outcome(text: "Kept as “\(view.name)”.", goTo: "/views/\(view.id)")
        },
        "view-edit": { form, context in
            let old = try await context.store.views.find(try form.id())
            if let name = try form.edited("title", from: old.name).map(SavedView.checkedName) {
                try await context.store.checkFree(name, for: old.id)
                try await context.store.views.update(SavedView.Update(id: old.id, name: name))
                return Outcome(text: "The view is called “\(name)”.")
            }
            return Outcome()
        },
        "view-delete": { form, context in
            let view = try await context.store.views.find(try form.id())
            try await context.store.views.delete(view.id)
            return Outcome(text: "Deleted the view “\(view.name)”.", goTo: "/")
        },
        "location-add": { form, context in
            let point = try await context.store.place(named: try form.required("position"))
            guard case .point(let coordinate) = point else {
                throw TodoError(.badInput, "A position is a latitude and a longitude: 47.37, 8.54.")
            }
            let name = try Validation.placeName(try form.required("title"))
            try await context.requireFree(placeName: name)
            let place = try await context.store.locations.create(Location(coordinate: coordinate, placeName: name))
            return Outcome(text: "Added the place “\(place.placeName ?? "")”.")
        },
        "location-edit": { form, context in
            let old = try await context.store.locations.find(try form.id())
            let name = try change(form, "title", from: old.placeName)
            if let name = name.value { try await context.requireFree(placeName: name, for: old.id) }
            let place = try await context.store.locations.update(Location.Update(id: old.id, placeName: name))
            return Outcome(text: "Saved the place “\(TodoRow.name(of: place))”.")
        },
        "location-delete": { form, context in
            let place = try await context.store.locations.find(try form.id())
            try await context.store.locations.delete(place.id)
            return Outcome(text: "Deleted the place “\(TodoRow.name(of: place))”.", goTo: "/places")
        },
    ]

    /// The change that a form makes to a text that can be empty.
    private static func change(_ form: FormFields, _ name: String, from stored: String?) throws -> Change<String> {
        guard try form.edited(name, from: stored ?? "") != nil else { return .keep }
        guard let text = form.text(name) else { return .clear }
        return .set(name == "color" ? try NamedColor.parse(text) : text)
    }
}

extension ActContext {
    /// Checks that no other place has a name.
    /// - Throws: `already-exists`.
    fileprivate func requireFree(placeName name: String, for place: Location.ID? = nil) async throws {
        guard try await store.isFree(placeName: name, for: place) else {
            throw TodoError(.alreadyExists, "There is a place “\(name)” already.")
        }
    }
}
