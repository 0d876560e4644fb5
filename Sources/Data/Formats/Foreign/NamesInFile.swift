import Foundation
import JSON
import TodoDomain

/// The names of records in a file. A name identifies a record only within its file, unless it is unique in the world. In
/// another file the same number is another to-do.
struct NamesInFile {
    /// A to-do that waits for the records that it refers to.
    private struct Waiting {
        var todo: Todo
        let modifiedAt: Date?
        let references: References
        let position: String
    }

    /// The references of a record, as the file writes them.
    struct References {
        var parent: (name: String, key: String)?
        var dependsOn: (names: [String], value: JSONValue, key: String)?
    }

    private var ids: [String: Todo.ID] = [:]
    /// The records by their titles; nil if two have the same title.
    private var titles: [String: Todo.ID?] = [:]
    private var unique: Set<UUID> = []
    private var waiting: [Waiting] = []
    /// More names than this are not remembered.
    private static let most = 100_000

    /// Whether a name means the same record in every file.
    static func isUnique(_ name: String) -> Bool { UUID(uuidString: name) != nil }

    /// The name as an id, if it is unique in the world and no earlier record has it.
    mutating func own(_ name: String) -> Todo.ID? {
        guard let uuid = UUID(uuidString: name), let id = Todo.ID(name) else { return nil }
        guard unique.count < Self.most * 20 else { return id }
        return unique.insert(uuid).inserted ? id : nil
    }

    /// Notes the name of a record. If several have the same name, it means the first one.
    mutating func learn(_ name: String, _ id: Todo.ID) {
        guard ids.count < Self.most, ids[name] == nil else { return }
        ids[name] = id
    }

    /// Notes the title of a record, by which some programs name a parent.
    mutating func learn(title: String, _ id: Todo.ID) {
        if let known = titles[title] {
            if known != id { titles[title] = .some(nil) }
        } else if titles.count < Self.most {
            titles[title] = id
        }
    }

    /// The record that a text refers to: by its name, or by its title without an address in brackets behind it.
    private func known(_ name: String) -> Todo.ID? {
        if let id = ids[name] { return id }
        if let id = titles[name] ?? nil { return id }
        guard name.hasSuffix(")"), let bracket = name.range(of: " (", options: .backwards) else { return nil }
        return titles[String(name[..<bracket.lowerBound])] ?? nil
    }

    /// The to-do with its references resolved; nil if it waits for them. A reference that is still unknown at the end is kept
    /// as an extra.
    mutating func resolved(
        _ todo: Todo, modifiedAt: Date?, naming references: References, at position: String
    ) throws -> ImportItem? {
        var todo = todo
        if resolve(&todo, references) || waiting.count >= Self.most {
            return .todo(try todo.validated(), modifiedAt: modifiedAt)
        }
        _ = try todo.validated()
        waiting.append(Waiting(todo: todo, modifiedAt: modifiedAt, references: references, position: position))
        return nil
    }

    /// The to-dos that have waited, and the references that no record of the file resolves.
    mutating func finish() throws -> [ImportItem] {
        defer { waiting = [] }
        return try waiting.flatMap { one -> [ImportItem] in
            var todo = one.todo
            let isWhole = resolve(&todo, one.references)
            let item = ImportItem.todo(try todo.validated(), modifiedAt: one.modifiedAt)
            guard !isWhole else { return [item] }
            let names = ([one.references.parent?.name] + (one.references.dependsOn?.names ?? []).map(Optional.some))
                .compactMap { $0 }.filter { known($0) == nil && !Self.isUnique($0) }
            let list = names.prefix(3).map { "\"\($0.cut(toBytes: 40))\"" }.joined(separator: ", ")
            return [
                item,
                .noted(
                    position: one.position, reason: "\(list) is not a record of this file, and is kept as an extra."),
            ]
        }
    }

    /// Resolves the known references. Returns whether these are all.
    private func resolve(_ todo: inout Todo, _ references: References) -> Bool {
        func id(_ name: String) -> Todo.ID? { known(name) ?? (Self.isUnique(name) ? Todo.ID(name) : nil) }
        var isWhole = true
        if let (name, key) = references.parent {
            let parent = id(name).flatMap { $0 == todo.id ? nil : $0 }
            todo.parent = parent
            todo.extras[key] = parent == nil ? .string(name) : nil
            isWhole = parent != nil
        }
        if let (names, value, key) = references.dependsOn {
            todo.dependsOn = names.compactMap(id).filter { $0 != todo.id }
            let isKnown = todo.dependsOn.count == names.count
            todo.extras[key] = isKnown ? nil : value
            isWhole = isWhole && isKnown
        }
        return isWhole
    }
}
