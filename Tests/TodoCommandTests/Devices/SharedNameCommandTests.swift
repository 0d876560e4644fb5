import Foundation
import JSON
import TestSupport
import Testing

/// Tags and places with the same name, and merged ones, on the command line.
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
        let several = try device("edit", try device.add("Eggs", "--tag", "errands"), "--tag", "new", "--tag", "errands")
        #expect(several.status == 0 && several.error.isEmpty, "\(several.error)")
        try device("undo")
        try device("undo")
        let listed = try device("list", "--tag", "shop", "--json")
        #expect(try listed.json()["total"] == 2 && listed.error.contains("merged into “errands”"))
        #expect(try device("tag", "list", "--json").json()["items"]?.elements?.map { $0["title"] } == ["errands"])
        for arguments in [["add", "Shop"], ["merge", "errands", "--into", "shop"]] {
            let tag = try device.run(["tag"] + arguments)
            #expect(tag.status == 0 && tag.output.contains("errands") && tag.error.contains("into “errands”"), "\(tag)")
        }
        try device("undo")
        try device("undo")
        #expect(try device("tag", "list", "--json").json()["items"]?.elements?.map { $0["title"] } == ["shop"])
    }

    @Test("another tag that is renamed to the title of a merged one makes that a tag again")
    func renamedToMerged() throws {
        try device("add", "Bread", "--tag", "shop")
        try device("tag", "merge", "shop", "--into", "errands")
        try device("tag", "add", "food")
        try device("tag", "rename", "food", "shop")
        let added = try device("add", "Milk", "--tag", "shop")
        #expect(added.status == 0 && added.error.isEmpty, "\(added.error)")
        #expect(try device("list", "--tag", "shop", "--json").json()["total"] == 1)
        #expect(try device("list", "--tag", "errands", "--json").json()["total"] == 1)
    }

    @Test("an import says of which tags of its files another one is used")
    func importedMergedTag() throws {
        try device("add", "Bread", "--tag", "shop")
        try device("tag", "merge", "shop", "--into", "errands")
        let file = """
            {"id":"a","title":"Milk","tags":["Shop","home"]}
            {"id":"b","title":"Eggs","tags":["errands"]}
            """
        let tried = try device("import", "--dry-run", "-", "--format", "ndjson", "--json", input: file).json()
        #expect(tried["mergedTags"] == ["Shop": "errands"])
        let said = try device("import", "-", "--format", "ndjson", input: file)
        #expect(said.status == 0 && said.error.hasSuffix("\n“Shop” was merged into “errands”, which is used.\n"))
        #expect(try device("list", "--tag", "errands", "--json").json()["total"] == 3)
        let none = try device(
            "import", "-", "--format", "ndjson", "--json", input: "{\"title\":\"Tea\",\"tags\":[\"home\"]}")
        #expect(try none.json()["mergedTags"] == [:])
    }

    @Test("the name of a merged place means the one that it was merged into, and the command says so")
    func mergedPlace() throws {
        try device("location", "add", "Migros", "--latitude", "47.3769", "--longitude", "8.5417")
        try device("location", "add", "Coop", "--latitude", "47.3859", "--longitude", "8.5417")
        try device("location", "merge", "Migros", "--into", "Coop")
        let added = try device("add", "Milk", "--location", "migros")
        #expect(added.status == 0 && added.error.contains("“migros” was merged into “Coop”"), "\(added.error)")
        #expect(try device("list", "--location", "Coop", "--json").json()["total"] == 1)
        let listed = try device("list", "--location", "Migros", "--json")
        #expect(try listed.json()["total"] == 1 && listed.error.contains("merged into “Coop”"))
        try device("location", "edit", "Coop", "--name", "Migros")
        let direct = try device("list", "--location", "Migros", "--json")
        #expect(try direct.json()["total"] == 1 && direct.error.isEmpty, "a place that has the name comes first")
    }

    @Test("a place is not given the name of another one, and its own name may be written otherwise")
    func renamedPlace() throws {
        try device("location", "add", "Home", "--latitude", "47.3769", "--longitude", "8.5417")
        try device("location", "add", "Work", "--latitude", "47.3859", "--longitude", "8.5417")
        #expect(try device("location", "edit", "Work", "--name", "home", "--json").failure() == ("already-exists", 64))
        #expect(try device("location", "edit", "Work", "--name", "WORK", "--json").json()["placeName"] == "WORK")
    }

    @Test("two places of one name are told apart by id, position and distance; merged, they are one")
    func places() throws {
        try device("location", "add", "Migros", "--latitude", "47.3769", "--longitude", "8.5417")
        let bottles = """
            {"id":"b","title":"Bottles","location":{"id":"p","latitude":47.3859,"longitude":8.5417,"placeName":"Migros"}}
            """
        #expect(try device("import", "-", "--format", "ndjson", input: bottles).status == 0)
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
