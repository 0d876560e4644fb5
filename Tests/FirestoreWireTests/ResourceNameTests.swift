import FirestoreWire
import Testing

@Suite("Resource names")
struct ResourceNameTests {
    private let root = "projects/p/databases/(default)/documents"

    @Test("a name is read into its parts and written as it was")
    func parts() throws {
        let name = try ResourceName(parsing: root + "/users/u/todos/9f2c")
        #expect(name.database == (try DatabaseName(projectID: "p")))
        #expect(name.segments == ["users", "u", "todos", "9f2c"] && name.id == "9f2c")
        #expect(name.isDocument && !name.isCollection && !name.isRoot)
        #expect(name.text == root + "/users/u/todos/9f2c")
        let collection = try #require(name.parent)
        #expect(collection.isCollection && collection.id == "todos" && collection.text == root + "/users/u/todos")
        #expect(try collection.appending("9f2c") == name)
        let top = try ResourceName(parsing: root)
        #expect(top.isRoot && !top.isDocument && !top.isCollection && top.id == nil && top.parent == nil)
        #expect(try top.appending("users", "u") == collection.parent)
        #expect(name.database.text == "projects/p/databases/(default)")
        #expect(try DatabaseName(parsing: name.database.text) == name.database)
    }

    @Test(
        "what is no name is refused",
        arguments: [
            "", "/", "projects/p", "projects/p/databases/d", "projects/p/databases/d/",
            "projects/p/databases/d/document",
            "project/p/databases/d/documents", "projects//databases/d/documents", "projects/p/databases//documents",
            "/projects/p/databases/d/documents", "projects/p/databases/d/documents/",
            "projects/p/databases/d/documents//a", "projects/p/databases/d/documents/a/",
            "projects/p/databases/d/documents/.", "projects/p/databases/d/documents/a/..",
            "projects/p/databases/d/documents/__a__", "projects/p/databases/d/documents/__id7__",
            "projects/p/databases/d/documents/c/__id__", "projects/p/databases/d/documents/c/__idx7__",
        ])
    func refused(text: String) {
        #expect(throws: InvalidName.self) { try ResourceName(parsing: text) }
    }

    @Test("ids are valid up to their limits")
    func ids() throws {
        for id in ["a", "...", "__", "___", "____", "_a_", "__a", "a__", "__id7__", "%", " ", "é", ":", "a:b"] {
            try ResourceName.validate(id: id)
        }
        try ResourceName.validate(id: String(repeating: "é", count: 750))
        #expect(throws: InvalidName.segmentTooLong) {
            try ResourceName.validate(id: String(repeating: "a", count: 1501))
        }
        #expect(throws: InvalidName.emptySegment) { try ResourceName.validate(id: "") }
        #expect(throws: InvalidName.forbiddenID) { try ResourceName.validate(id: "a/b") }
        #expect(throws: InvalidName.reservedID) { try ResourceName.validate(id: "__name__") }
        #expect(throws: InvalidName.reservedID) { try ResourceName.validate(id: "__id7__", isOfCollection: true) }
    }

    @Test("a name is bounded in depth and length")
    func limits() throws {
        let top = try ResourceName(parsing: root)
        _ = try ResourceName(database: top.database, segments: Array(repeating: "a", count: 200))
        #expect(throws: InvalidName.tooLong) {
            try ResourceName(database: top.database, segments: Array(repeating: "a", count: 201))
        }
        #expect(throws: InvalidName.tooLong) {
            try ResourceName(
                database: top.database, segments: Array(repeating: String(repeating: "a", count: 1500), count: 5))
        }
    }

    @Test("a URL holds nothing that means something else there, and is read as what it was")
    func percentEncoding() throws {
        let name = try ResourceName(parsing: root).appending("c d", "a:b?#%+é&=", "x", "😀\u{0}~-._")
        #expect(
            name.percentEncoded == root + "/c%20d/a%3Ab%3F%23%25%2B%C3%A9%26%3D/x/%F0%9F%98%80%00~-._")
        #expect(try ResourceName(percentEncoded: name.percentEncoded) == name)
    }

    @Test("a percent-encoded default database is the default database, and an encoded slash splits no id")
    func decoding() throws {
        let name = try ResourceName(percentEncoded: "projects/p/databases/%28default%29/documents/a/%62")
        #expect(name.text == root + "/a/b")
        for text in ["/a/b%2Fc", "/a/%", "/a/%4", "/a/%zz", "/a/%FF", "/a/%2E%2E", "/a%"] {
            #expect(throws: InvalidName.self) { try ResourceName(percentEncoded: root + text) }
        }
    }

    @Test("names are compared by their bytes")
    func equality() throws {
        let top = try ResourceName(parsing: root)
        #expect(try top.appending("\u{E9}") != top.appending("e\u{301}"))
    }
}
