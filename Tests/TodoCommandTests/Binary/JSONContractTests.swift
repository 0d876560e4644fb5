import Foundation
import JSON
import TestSupport
import Testing

@Suite("The JSON that scripts read")
struct JSONContractTests {
    @Test("add prints the bare to-do, every field present, and hints for its title")
    func addPrintsEveryField() throws {
        let todo = try TodoProcess()
        try todo("location", "add", "Migros", "--latitude", "47.25", "--longitude", "-8.5")
        let added = try todo(
            "add", "Buy milk", "--tag", "home", "--due", "tomorrow", "--priority", "high", "--location", "migros",
            "--json"
        ).json()
        let id = try #require(added["id"]?.string)
        let tag = try #require(added["tags"]?.elements?.first?["id"]?.string)
        let place = try #require(added["location"]?["id"]?.string)
        #expect(
            added.canonicalJSON == """
                {"assignee":null,"blocked":false,"by":null,"comments":[],"completedAt":null,"createdAt":"2026-11-21T10:00:00.000Z","dependsOn":[],\
                "due":{"day":"2026-11-22"},"estimate":null,"extras":null,"hints":[],\
                "id":"\(id)","list":null,"location":{"altitude":null,"id":"\(place)","latitude":47.25,"longitude":-8.5,\
                "placeName":"Migros"},"notes":"","occurrence":null,"parent":null,"position":null,"priority":"high",\
                "recurrence":null,"reminders":[],"series":null,"skipped":false,"space":null,"start":null,"startedAt":null,"subtasks":{"done":0,"open":0},"tags":[{"id":"\(tag)","title":"home"}],\
                "title":"Buy milk","updatedAt":"2026-11-21T10:00:00.000Z"}
                """)
    }

    @Test("absent values are null")
    func absentValuesAreNull() throws {
        let added = try TodoProcess()("add", "Bare", "--json").json()
        for field in ["completedAt", "due", "priority", "location"] { #expect(added[field] == .null) }
        #expect(added["tags"] == [])
        #expect(added["notes"] == "")
    }

    @Test("an instant has its moment and its zone, and nothing of a day")
    func instantDue() throws {
        var todo = try TodoProcess()
        todo.environment["TZ"] = "Europe/Zurich"
        let due = try todo("add", "Call", "--due", "2026-12-24 18:30", "--json").json()["due"]
        #expect(due == ["at": "2026-12-24T17:30:00.000Z", "zone": "Europe/Zurich"])
    }

    @Test("a list says which page it is, how many there are, and where it goes on")
    func listEnvelope() throws {
        let todo = try TodoProcess()
        for number in 0..<5 { try todo("add", "Number \(number)") }
        let first = try todo("list", "--json", "--page-size", "2").json()
        #expect(first.members?.keys.sorted() == ["items", "nextCursor", "page", "pageSize", "total"])
        #expect(first["page"] == 0 && first["pageSize"] == 2 && first["total"] == 5)
        #expect(first["items"]?.elements?.count == 2)
        let cursor = try #require(first["nextCursor"]?.string)
        let rest = try todo("list", "--json", "--page-size", "3", "--after", cursor).json()
        #expect(rest["page"] == .null && rest["nextCursor"] == .null && rest["total"] == 5)
        let ids = [first, rest].flatMap { $0["items"]?.elements ?? [] }.compactMap { $0["id"]?.string }
        #expect(Set(ids).count == 5)
        let last = try todo("list", "--json", "--page-size", "2", "--page", "2", "--no-total").json()
        #expect(last["items"]?.elements?.count == 1 && last["nextCursor"] == .null && last["total"] == .null)
    }

    @Test("a page past the end is empty")
    func pagePastTheEnd() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        let page = try todo("list", "--json", "--page", "1000000").json()
        #expect(page["items"] == [] && page["nextCursor"] == .null && page["total"] == 1)
    }

    @Test("done, reopen, edit and show print the bare to-do, and an array for several")
    func bareOrArray() throws {
        let todo = try TodoProcess()
        let (one, two) = (try todo.add("One"), try todo.add("Two"))
        let done = try todo("done", one, "--json").json()
        #expect(done["completedAt"] == "2026-11-21T10:00:00.000Z")
        #expect(try todo("reopen", one, "--json").json()["completedAt"] == .null)
        for command in ["show", "done", "reopen"] {
            #expect(
                try todo(command, one, two, "--json").json().elements?.compactMap { $0["title"] } == ["One", "Two"])
        }
        #expect(try todo("edit", one, two, "--priority", "low", "--json").json().elements?.count == 2)
        #expect(try todo("show", one, "--json").json()["priority"] == "low")
        #expect(try todo("delete", one, two, "--json").json() == ["deleted": [.string(one), .string(two)]])
    }

    @Test("global options stand before the command as well as behind it")
    func globalOptionsAnywhere() throws {
        let todo = try TodoProcess()
        let other = todo.folder.appending(path: "other.db").path
        #expect(try todo("--json", "--db", other, "add", "Elsewhere").json()["title"] == "Elsewhere")
        #expect(try todo("list", "--json").json()["total"] == 0)
        #expect(try todo("list", "--db", other, "--json").json()["total"] == 1)
        #expect(try todo("--json", "tag", "list").json()["items"] == [])
    }

    @Test("tags and places are listed as documents too")
    func tagsAndPlaces() throws {
        let todo = try TodoProcess()
        #expect(try todo("tag", "add", "Home", "--color", "green", "--json").json()["color"] == "green")
        #expect(try todo("tag", "add", "home", "--json").json()["title"] == "Home")
        #expect(try todo("tag", "list", "--json").json()["items"]?.elements?.count == 1)
        try todo("location", "add", "Berg", "--latitude", "-33.9", "--longitude", "151.2", "--altitude", "-3")
        let place = try todo("location", "list", "--json").json()["items"]?.elements?.first
        #expect(place?["latitude"] == .double(-33.9) && place?["altitude"]?.number == -3)
    }
}
