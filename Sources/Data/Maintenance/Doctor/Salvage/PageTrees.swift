import GRDB
import SQLite
import TodoLocal

/// The B-trees of a file. Each is a table, an index, or a part of one whose upper pages cannot be read.
struct PageTrees {
    private let file: PageFile
    private var kinds: [Int: TreePage.Kind] = [:]
    private var children: [Int: [Int]] = [:]
    /// The pages without a parent.
    private var roots: Set<Int> = []

    init(_ file: PageFile) {
        self.file = file
        let free = file.freePages
        for number in stride(from: 1, through: file.count, by: 1) where !free.contains(number) {
            guard let page = TreePage(number, of: file) else { continue }
            kinds[number] = page.kind
            if !page.children.isEmpty { children[number] = page.children }
        }
        for (number, below) in children { children[number] = below.filter { kinds[$0] == kinds[number] } }
        roots = Set(kinds.keys).subtracting(children.values.joined()).subtracting([1])
    }

    /// Assigns trees to objects. An object gets the tree that the schema names, if the rows of the tree fit; otherwise
    /// it gets trees by the form of their rows.
    func owned(by objects: [StoredObject]) -> [String: [Int]] {
        let named = namedRoots
        var owners: [Int: [StoredObject]] = [:]
        for object in objects {
            for root in named[object.name.lowercased()] ?? [] where holds(root, rowsOf: object) != false {
                owners[root, default: []].append(object)
            }
        }
        var found: [String: [Int]] = [:]
        // If two objects have the same root, the schema is wrong about at least one of them.
        for (root, claimants) in owners {
            let owner = claimants.count == 1 ? claimants.first : claimants.first { $0.root == root }
            if let owner { found[owner.name, default: []].append(root) }
        }
        let lost = objects.filter { found[$0.name] == nil }
        // A tree that the schema assigns to an app is not assigned to other objects, whatever its form.
        let apps = named.filter { SchemaObjects.isOfApp($0.key) }.values.joined()
        var ownerless = roots.subtracting(found.values.joined()).subtracting(apps)
        for object in lost where object.isTable {
            let fitting = ownerless.filter { holds($0, rowsOf: object) == true }
            if fitting.contains(object.root) {
                found[object.name] = [object.root]
            } else if !lost.contains(where: { $0.name != object.name && $0.isLike(object) }) {
                found[object.name] = fitting.sorted { size(of: $0) > size(of: $1) }
            }
        }
        // Trees without a parent whose rows fit only one table.
        ownerless.subtract(found.values.joined())
        ownerless.subtract(named.values.joined())
        for object in objects
        where object.isTable && !objects.contains(where: { $0.name != object.name && $0.isLike(object) }) {
            found[object.name, default: []] += ownerless.filter { holds($0, rowsOf: object) == true }.sorted()
        }
        return found
    }

    /// The trees of an app's tables, which are known by name alone.
    func named(_ objects: [StoredObject]) -> [String: [Int]] {
        let named = namedRoots
        var found: [String: [Int]] = [:]
        for object in objects {
            found[object.name] = (named[object.name.lowercased()] ?? []).filter { holds($0, rowsOf: object) != false }
                .sorted()
        }
        return found
    }

    /// The tables, indexes, triggers and views of an app, as far as the schema can be read: their types, names and
    /// statements, tables first.
    var appObjects: [(type: String, name: String, sql: String)] {
        var objects: [(type: String, name: String, sql: String)] = []
        forEachSchemaRow { values in
            guard let type = String.fromDatabaseValue(values[0]), let name = String.fromDatabaseValue(values[1]),
                let table = String.fromDatabaseValue(values[2]), let sql = String.fromDatabaseValue(values[4]),
                SchemaObjects.isOfApp(name), SchemaObjects.isOfApp(table) || type == "index"
            else { return }
            objects.append((type, name, sql))
        }
        let order = ["table", "index", "view", "trigger"]
        func place(_ type: String) -> Int { order.firstIndex(of: type) ?? order.count }
        return objects.sorted { (place($0.type), $0.name) < (place($1.type), $1.name) }
    }

    func forEachRow(from root: Int, _ body: (TreePage.Row) throws -> Void) rethrows {
        try forEachPage(from: root) { page in
            for row in page.rows { try body(row) }
            return true
        }
    }

    /// Whether the rows of a tree fit an object; nil for a tree without rows.
    private func holds(_ root: Int, rowsOf object: StoredObject) -> Bool? {
        guard roots.contains(root), kinds[root] == object.kind else { return false }
        var rows: [[StoredRecord.ValueType]] = []
        forEachPage(from: root) { page in
            rows += page.types(ofFirst: 10)
            return rows.count < 20
        }
        return rows.isEmpty ? nil : rows.count(where: object.fits) * 2 >= rows.count
    }

    private func size(of root: Int) -> Int {
        var pages = 0
        forEachPage(from: root) { _ in
            pages += 1
            return true
        }
        return pages
    }

    /// The pages of a tree in the order of their rows, until `body` returns false.
    private func forEachPage(from root: Int, _ body: (TreePage) throws -> Bool) rethrows {
        var (waiting, seen) = ([root], Set([root]))
        while let number = waiting.popLast() {
            guard let page = TreePage(number, of: file) else { continue }
            guard try body(page) else { return }
            // A damaged tree may contain a cycle.
            waiting += (children[number] ?? []).reversed().filter { seen.insert($0).inserted }
        }
    }

    /// The root pages of tables and indexes by name, as far as the schema can be read.
    private var namedRoots: [String: Set<Int>] {
        var named: [String: Set<Int>] = [:]
        forEachSchemaRow { values in
            guard let type = String.fromDatabaseValue(values[0]), ["table", "index"].contains(type),
                let name = String.fromDatabaseValue(values[1]), let root = Int.fromDatabaseValue(values[3])
            else { return }
            named[name.lowercased(), default: []].insert(root)
        }
        return named
    }

    /// Passes the rows that can be read of the schema to `body`.
    private func forEachSchemaRow(_ body: ([DatabaseValue]) -> Void) {
        for (number, kind) in kinds where kind == .table {
            guard let page = TreePage(number, of: file), page.types(ofFirst: 3).contains(where: Self.isOfSchema) else {
                continue
            }
            for row in page.rows where row.values.count == 5 { body(row.values) }
        }
    }

    private static func isOfSchema(_ types: [StoredRecord.ValueType]) -> Bool {
        types.count == 5 && types.prefix(4) == [.text, .text, .text, .integer]
    }
}
