import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain

/// Everything that follows from a kind's table, for each field in it.
@Suite("The fields of each kind")
struct FieldTests {
    @Test("a register takes what it gave, and keeps nothing of another", arguments: RecordKind.allCases)
    func registers(of kind: RecordKind) {
        func expect<Content: RecordContent>(_ type: Content.Type) {
            let full = Content.full(1)
            #expect(Content.fields.names.count == Set(Content.fields.names).count)
            #expect(Set(full.registers.keys) == Set(kind.registerNames))
            for field in Content.fields.all {
                let value = full.value(of: field.name)
                #expect(!value.isNull, "\(field.name)")
                var content = Content()
                content.set(field.name, to: value)
                #expect(content.value(of: field.name) == value, "\(field.name)")
                var only = Content()
                field.copy(from: full, to: &only)
                #expect(content == only, "\(field.name)")
                // A JSON form that no kind of value has.
                content.set(field.name, to: [1])
                #expect(content == only || content == Content(), "\(field.name) is emptied, or left as it was")
            }
            var rebuilt = Content()
            for (name, value) in full.registers { rebuilt.set(name, to: value) }
            #expect(rebuilt == full)
        }
        expect(kind.content)
    }

    @Test("a record that lacks what no row can do without says which register that is", arguments: RecordKind.allCases)
    func missing(of kind: RecordKind) {
        func expect<Content: RecordContent>(_ type: Content.Type) {
            let stamp = Stamp(milliseconds: 1, counter: 0, device: DeviceID(rawValue: 1))
            var record = Record(kind: kind, id: "a", createdAt: 0, origin: stamp)
            for (name, value) in Content.full(1).registers { record.registers[name] = Record.Register(value) }
            #expect(Content.missingRegister(in: record) == nil)
            let needed = Content.fields.names.filter { name in
                var record = record
                record.registers[name] = nil
                return Content.missingRegister(in: record) == name
            }
            let expected: [RecordKind: [String]] = [
                .todo: ["title"], .tag: ["title"], .location: ["position"], .conflict: ["about", "lost", "notice"],
                .device: ["name"], .list: ["title"], .comment: ["text"], .view: ["name", "filter"],
                .app: ["type"], .membership: ["name"],
            ]
            #expect(needed == expected[kind])
        }
        expect(kind.content)
    }

    @Test(
        "an edit of one field of a to-do writes it alone, also over what others changed",
        arguments: TodoRegister.edited)
    func edit(_ register: TodoRegister) throws {
        let field = register.field
        let (read, theirs) = (Todo.full(1), Todo.full(2))
        let edited = read.with(field, from: Todo.full(3))
        let update = try Todo.Update(from: read, to: edited)
        #expect(update.registers.keys.sorted() == [field.name] && !update.isEmpty)
        #expect(update.registers[field.name] == Todo.Content(edited).value(of: field.name))
        #expect(try update.validated().registers == update.registers)
        #expect(edited.rebased(from: read, onto: theirs) == theirs.with(field, from: edited))
        #expect(read.rebased(from: read, onto: theirs) == theirs)
        #expect(try edited.validated() == edited)
    }

    @Test("an edit of one field of a tag, a place or a list writes it alone")
    func others() throws {
        func expect<Model: Editable & Equatable, Content: RecordContent>(
            _ read: Model, _ edited: Model, _ theirs: Model, _ field: Field<Content>, _ written: [String: JSONValue],
            _ content: (Model) -> Content
        ) throws {
            #expect(written == [field.name: content(edited).value(of: field.name)])
            let both = content(edited.rebased(from: read, onto: theirs))
            var expected = content(theirs)
            field.copy(from: content(edited), to: &expected)
            #expect(both == expected, "\(field.name)")
        }
        func tag(_ variant: Int) -> Tag {
            Tag.Content.full(variant).tag.identified(
                as: .init(stored: "a"), createdAt: ManualClock().now, updatedAt: ManualClock().now)
        }
        for field in Tag.Content.fields.all where field.member != nil {
            var content = Tag.Content(tag(1))
            field.copy(from: Tag.Content(tag(2)), to: &content)
            let written = try Tag.Update(from: tag(1), to: content.tag).validated().registers
            try expect(tag(1), content.tag, tag(3), field, written) { Tag.Content($0) }
        }
        func list(_ variant: Int) -> TodoList {
            let content = TodoList.Content.full(variant)
            var list = content.list.identified(
                as: .init(stored: "a"), createdAt: ManualClock().now, updatedAt: ManualClock().now)
            list.parent = content.parentID.map { .init(stored: $0) }
            return list
        }
        for field in TodoList.Content.fields.all where field.isWritable {
            var edited = list(1)
            switch field.name {
            case ListRegister.parent.rawValue: edited.parent = list(2).parent
            default:
                var content = TodoList.Content(list(1))
                field.copy(from: TodoList.Content(list(2)), to: &content)
                edited = content.list
            }
            let written = try TodoList.Update(from: list(1), to: edited).validated().registers
            try expect(list(1), edited, list(3), field, written) { list in
                // The content names the parent by its id.
                var content = TodoList.Content(list)
                content.list.parent = nil
                return content
            }
        }
        func place(_ variant: Int) -> Location {
            Location.Content.full(variant).location.identified(
                as: .init(stored: "a"), createdAt: ManualClock().now, updatedAt: ManualClock().now)
        }
        for field in Location.Content.fields.all where field.member != nil {
            var content = Location.Content(place(1))
            field.copy(from: Location.Content(place(2)), to: &content)
            let written = try Location.Update(from: place(1), to: content.location).validated().registers
            try expect(place(1), content.location, place(3), field, written) { Location.Content($0) }
        }
    }
}
