import JSON
import TestSupport
import Testing

/// `--depends`, `--undepend`, `--blocked` and `--ready`.
@Suite("The command: what to-dos wait for")
struct DependencyCommandTests {
    @Test("a to-do that depends on an open one is blocked until that is done")
    func blocked() throws {
        let todo = try TodoProcess()
        let paint = try todo.add("Buy paint")
        let wall = try todo.add("Paint the wall", "--depends", paint)
        let shown = try todo("show", wall, "--json").json()
        #expect(shown["dependsOn"] == [.string(paint)] && shown["blocked"] == true)
        #expect(try todo.titles("list", "--blocked") == ["Paint the wall"])
        #expect(try todo.titles("list", "--ready") == ["Buy paint"])
        #expect(try todo.titles("search", "paint", "--ready") == ["Buy paint"])
        #expect(try todo.run(["show", wall]).output.contains("blocked by  “Buy paint”"))
        #expect(try todo.run(["show", paint]).output.contains("before   “Paint the wall”"))
        try todo("done", paint)
        #expect(try todo.titles("list", "--ready") == ["Paint the wall"])
        #expect(try todo.titles("list", "--blocked") == [])
        #expect(try todo.run(["show", wall]).output.contains("after    “Buy paint” (done)"))
        try todo("undo")
        #expect(try todo.titles("list", "--blocked") == ["Paint the wall"])
        #expect(try todo("edit", wall, "--undepend", paint).error.isEmpty)
        #expect(try todo("show", wall, "--json").json()["dependsOn"] == [])
        // As with a tag that it does not have, nothing is refused.
        let again = try todo("edit", wall, "--undepend", paint)
        #expect(again.error == "Nothing to take back: “Paint the wall” does not depend on “Buy paint”.\n")
        #expect(again.status == 0 && again.lines.count == 1)
    }

    @Test("none takes off everything that a to-do waits for, except what is named beside it")
    func none() throws {
        let todo = try TodoProcess()
        let (first, second) = (try todo.add("First"), try todo.add("Second"))
        let third = try todo.add("Third", "--depends", first)
        try todo("edit", third, "--depends", "none", "--depends", second)
        #expect(try todo("show", third, "--json").json()["dependsOn"] == [.string(second)])
        try todo("edit", third, first, "--depends", "none")
        #expect(try todo("show", third, "--json").json()["dependsOn"] == [])
        try todo("undo")
        #expect(try todo("show", third, "--json").json()["dependsOn"] == [.string(second)])
    }

    @Test("a circle is refused with its path, and a to-do that does not exist too")
    func refused() throws {
        let todo = try TodoProcess()
        let first = try todo.add("First")
        let second = try todo.add("Second", "--depends", first)
        let third = try todo.add("Third", "--depends", second)
        let refusal = try todo.run(["edit", first, "--depends", third, "--json"])
        #expect(try refusal.failure() == ("would-circle", 64))
        #expect(refusal.error.contains("“Third” waits for “Second” waits for “First”"))
        #expect(try todo("edit", first, "--depends", first, "--json").failure() == ("would-circle", 64))
        #expect(try todo("add", "Fourth", "--depends", "zzz", "--json").failure() == ("not-found", 1))
        #expect(try todo("show", first, "--json").json()["dependsOn"] == [])
    }

    @Test("an export and an import keep what to-dos wait for, also across to-dos that are deleted")
    func roundTrip() throws {
        let todo = try TodoProcess()
        let first = try todo.add("First")
        let second = try todo.add("Second", "--depends", first)
        try todo("delete", first)
        #expect(try todo("show", second, "--json").json()["blocked"] == false)
        let other = try TodoProcess()
        let file = try todo.run(["export", "--format", "ndjson"]).output
        try other("import", "-", "--format", "ndjson", input: file)
        let shown = try other("show", second, "--json").json()
        #expect(shown["dependsOn"] == [.string(first)] && shown["blocked"] == false)
        #expect(try other.run(["show", second]).output.contains("\(first) (unknown)"))
        try other("edit", second, "--undepend", first)
        #expect(try other("show", second, "--json").json()["dependsOn"] == [])
    }
}
