import Foundation
import JSON
import TestSupport
import Testing

/// Tags and places of one name, and merged ones, at the command line.
@Suite("Names that mean another one")
struct SharedNameCommandTests {
    private let device: TodoProcess

    init() throws { device = try TodoProcess() }

    @Test("the title of a merged tag means the one that it was merged into, and the command says so")
    func mergedTag() throws {
        try device("add", "Bread", "--tag", "shop")
        try device("tag", "merge", "shop", "--into", "errands")
        let added = try device("add", "Milk", "--tag", "Shop")
        #expect(added.status == 0 && added.error.contains("“Shop” was merged into “errands”"), "\(added.error)")
        let listed = try device("list", "--tag", "shop", "--json")
        #expect(try listed.json()["total"] == 2 && listed.error.contains("merged into “errands”"))
        #expect(try device("tag", "list", "--json").json()["items"]?.elements?.map { $0["title"] } == ["errands"])
        try device("undo")
        try device("undo")
        #expect(try device("tag", "list", "--json").json()["items"]?.elements?.map { $0["title"] } == ["shop"])
    }

    @Test("two places of one name are told apart by id, position and distance; merged, they are one")
    func places() throws {
        try device("location", "add", "Migros", "--latitude", "47.3769", "--longitude", "8.5417")
        try device("location", "add", "Other", "--latitude", "47.3859", "--longitude", "8.5417")
        try device("add", "Bottles", "--location", "Other")
        try device("location", "edit", "Other", "--name", "Migros")
        let refused = try device("location", "edit", "Migros", "--name", "x")
        #expect(refused.status == 1 && refused.error.contains("47.3859") && refused.error.contains(" km away"))
        let items = try #require(try device("location", "list", "--json").json()["items"]?.elements)
        let ids = items.compactMap { $0["id"]?.string }
        #expect(ids.count == 2)
        let busy = try #require(items.first { $0["open"] == 1 }?["id"]?.string)
        let free = try #require(ids.first { $0 != busy })
        let merged = try device("location", "merge", busy, "--into", free, "--json").json()
        #expect(merged["id"]?.string == free && merged["open"] == 1)
        #expect(try device("list", "--location", "Migros", "--json").json()["total"] == 1)
    }
}
