import Foundation
import JSON

/// Another program may send values that this one refuses: a title that is too long, or an impossible time. They are shown
/// unchanged. When they leave the store, they are changed into a form that every store accepts.
extension FieldTable {
    /// The content with the nearest admissible value in place of each that is not, and the names of these fields.
    func admissible(_ content: Content) -> (content: Content, altered: [String]) {
        var (content, altered) = (content, [String]())
        for field in all where !isAdmissible(field, content) {
            altered.append(field.member ?? field.name)
            guard let text = field.value.register(of: content).string else {
                field.copy(from: Content(), to: &content)
                continue
            }
            for nearest in AdmissibleText.candidates(for: text) {
                field.value.set(.string(nearest), in: &content)
                if isAdmissible(field, content) { break }
            }
            // If even the nearest texts are not valid, such as a wrong rule, the field is emptied.
            if !isAdmissible(field, content) { field.copy(from: Content(), to: &content) }
        }
        return (content, altered)
    }

    private func isAdmissible(_ field: Field<Content>, _ content: Content) -> Bool {
        var content = content
        return (try? field.check(&content)) != nil
    }
}

/// Texts that are near to one that is not admissible.
private enum AdmissibleText {
    /// The title to use if nothing is left of a title.
    static let unnamed = "?"

    /// The nearest first: without what no text may have, cut to what any may have, on one line, without what separates lists.
    static func candidates(for text: String) -> [String] {
        let limits = [Limits.notes, Limits.comment, Limits.title, 1024, Limits.name, Limits.color]
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" }))
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 })).trimmed
        let unseparated = String(line.map { $0 == "/" ? "-" : $0 })
        return [plain, line, unseparated].flatMap { text in limits.map { text.prefix(bytes: $0) } } + [unnamed]
    }
}

extension String {
    /// As many whole characters as fit into so many bytes, without white space at the end.
    fileprivate func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let bytes = Array(utf8.prefix(limit))
        // A scalar that is cut in two goes.
        let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        let whole = bytes.endIndex - end == Self.length(bytes[end]) ? bytes[...] : bytes[..<end]
        return String(decoding: whole, as: UTF8.self).trimmed
    }

    private static func length(_ lead: UInt8) -> Int { lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }
}

extension Date {
    fileprivate var admissible: Date { (try? Validation.time(self)) ?? Date(milliseconds: Limits.time.lowerBound) }
}

extension Tag {
    /// The tag as every store takes it, and the names of the fields that are not as they were.
    package var admissible: (tag: Tag, altered: [String]) {
        let (content, altered) = Content.fields.admissible(Content(self))
        var tag = content.tag
        tag.createdAt = createdAt.admissible
        return (tag, altered)
    }
}

extension Location {
    /// The place in a form that every store accepts, and the names of the changed fields.
    package var admissible: (location: Location, altered: [String]) {
        let (content, altered) = Content.fields.admissible(Content(self))
        var location = content.location
        location.createdAt = createdAt.admissible
        return (location, altered)
    }
}

extension TodoList {
    /// The list as every store takes it, and the names of the fields that are not as they were.
    package var admissible: (list: TodoList, altered: [String]) {
        let (content, altered) = Content.fields.admissible(Content(self))
        var list = content.list
        list.createdAt = createdAt.admissible
        list.ancestors = ancestors.map { ancestor in
            let title = TodoList(id: ancestor.id, title: ancestor.title, createdAt: createdAt.admissible)
            let titled = Content.fields.admissible(Content(title)).content.list.title
            return Ancestor(id: ancestor.id, title: titled, isArchived: ancestor.isArchived)
        }
        return (list, altered)
    }
}

extension Todo.Comment {
    fileprivate var admissible: (comment: Todo.Comment, altered: [String]) {
        let (content, altered) = Content.fields.admissible(Content(self))
        var comment = content.comment
        comment.createdAt = createdAt.admissible
        comment.updatedAt = updatedAt.admissible
        return (comment, altered)
    }
}

extension Todo {
    /// The to-do as every store takes it, with what it has, and the names of the fields that are not as they were.
    package var admissible: (todo: Todo, altered: [String]) {
        if (try? validated()) != nil, comments.allSatisfy({ (try? $0.validated()) != nil }) { return (self, []) }
        var (content, altered) = Content.fields.admissible(Content(self))
        var todo = content.todo
        todo.createdAt = createdAt.admissible
        todo.updatedAt = updatedAt.admissible
        todo.tags = tags.map(\.admissible.tag)
        todo.location = location?.admissible.location
        todo.list = list?.admissible.list
        let said = comments.map(\.admissible)
        if said.contains(where: { !$0.altered.isEmpty }) { altered.append("comments") }
        todo.comments = said.map(\.comment)
        let rung = alarms.filter { (try? $0.validated()) != nil }.prefix(Limits.alarms)
        if rung.count != alarms.count {
            altered.append("alarms")
            todo.alarms = Array(rung)
        }
        if (try? Validation.extras(extras)) == nil {
            altered.append("extras")
            todo.extras = [:]
            // As many as there is room for, in an order that is the same each time.
            for (name, value) in extras.sorted(by: { $0.key < $1.key }) {
                todo.extras[name] = value
                if (try? Validation.extras(todo.extras)) == nil { todo.extras[name] = nil }
            }
        }
        return (todo, altered)
    }
}
