import JSON
import TestSupport
import Testing

/// Filters as words and in `--where`, and what they change.
@Suite("The command: filters")
struct FilterCommandTests {
    private let todo: TodoProcess

    /// `Report` in a list, high and overdue; `Milk` and `Eggs` to buy; `Bread` done.
    init() throws {
        todo = try TodoProcess()
        try todo("add", "Report", "--list", "Work/Reports", "--create", "--priority", "high", "--due", "2026-11-20")
        try todo("add", "Milk", "--tag", "shop", "--due", "today")
        try todo("add", "Eggs", "--tag", "shop", "--tag", "home")
        try todo("done", try todo.add("Bread", "--tag", "shop"))
    }

    private func titles(_ arguments: String...) throws -> [String] {
        let items = try #require(try todo.run(["list", "--json"] + arguments).json()["items"]?.elements)
        return items.compactMap { $0["title"]?.string }.sorted()
    }

    @Test("the words of list are one filter, and together with options all must be met")
    func list() throws {
        #expect(try titles("tag:shop") == ["Eggs", "Milk"])
        #expect(try titles("due:..today", "or", "list:Work") == ["Milk", "Report"])
        #expect(try titles("(due:..today or tag:home) -list:work") == ["Eggs", "Milk"])
        #expect(try titles("tag:shop", "--due", "today") == ["Milk"])
        #expect(try titles("tag:shop", "--where", "-tag:home") == ["Milk"])
        #expect(try titles("--where", "-tag:shop") == ["Report"])
        #expect(try titles("milk") == ["Milk"] && titles("") == ["Eggs", "Milk", "Report"])
        #expect(try todo.titles("list", "tag:shop sort:-title") == ["Milk", "Eggs"])
        #expect(try todo.titles("list", "tag:shop sort:-title", "--reverse") == ["Eggs", "Milk"])
        #expect(try todo.titles("search", "milk", "--where", "is:done or tag:shop") == ["Milk"])
    }

    @Test("open ones are meant unless the filter or an option says otherwise")
    func byDefault() throws {
        #expect(try titles("tag:shop", "--all") == ["Bread", "Eggs", "Milk"])
        #expect(try titles("tag:shop", "--done") == ["Bread"])
        #expect(try titles("tag:shop", "is:done") == ["Bread"] && titles("completed:today") == ["Bread"])
        #expect(try titles("is:open", "or", "tag:shop") == ["Bread", "Eggs", "Milk", "Report"])
    }

    @Test("a filter shows the past with the names of that time")
    func past() throws {
        var later = todo
        later.environment["TODO_NOW"] = "2026-11-22T10:00:00Z"
        try later("tag", "rename", "shop", "errand")
        #expect(try later("list", "tag:shop", "--json").failedPlace().code == "not-found")
        let before = try later("list", "tag:shop due:today", "--at", "2026-11-21 12:00", "--json").json()
        #expect(before["items"]?.elements?.compactMap { $0["title"]?.string } == ["Milk"])
    }

    @Test("a filter of the past is read once, with the dates of that time, and a name that nothing had is said of it")
    func pastDates() throws {
        var last = todo
        // After the last day of the calendar there is no tomorrow.
        last.environment["TODO_NOW"] = "9999-12-31T10:00:00Z"
        #expect(try last("list", "due:..tomorrow").status == 64)
        let at = ["--at", "2026-11-21T12:00:00Z"]
        for filter in [["due:..tomorrow"], ["--where", "due:..tomorrow"], ["--due", "..tomorrow"]] {
            let items = try last.run(["list", "--json"] + filter + at).json()["items"]?.elements ?? []
            #expect(Set(items.compactMap { $0["title"]?.string }) == ["Milk", "Report"], "\(filter)")
        }
        try todo("tag", "rename", "shop", "errand")
        var later = todo
        later.environment["TODO_NOW"] = "2026-11-22T10:00:00Z"
        try later("tag", "rename", "errand", "groceries")
        for filter in [["tag:erand"], ["--tag", "erand"]] {
            let error = try later.run(["list"] + filter + at).error
            #expect(error.contains("There was no tag “erand” at that time; perhaps “errand” is meant"), "\(error)")
        }
        #expect(try later("list", "tag:erand").error.contains("There is no tag “erand”"))
    }

    @Test("a view shows the past too, with what it mentions as it was called then")
    func pastView() throws {
        try todo("view", "add", "errands-today", "tag:shop due:today sort:-title")
        var later = todo
        later.environment["TODO_NOW"] = "2026-11-22T10:00:00Z"
        try later("tag", "rename", "shop", "errand")
        try later("done", "--where", "tag:errand")
        #expect(try later.titles("list", "@errands-today").isEmpty)
        #expect(try later.titles("list", "@errands-today", "--at", "2026-11-21 12:00") == ["Milk"])
        #expect(try later.titles("list", "--where", "-@errands-today tag:shop", "--at", "2026-11-21 12:00") == ["Eggs"])
        #expect(try later.titles("errands-today", "--at", "2026-11-21 12:00") == ["Milk"])
        #expect(try later("list", "@nowhere", "--at", "yesterday", "--json").failedPlace().code == "not-found")
    }

    @Test(
        "what is not understood is shown in its place, for people and for programs",
        arguments: [
            ("is:ovedue tag:shop", "bad-filter", 64, 3, 6, "overdue", "  is:ovedue tag:shop\n     ^^^^^^\n"),
            ("milk tag:shpo", "not-found", 1, 9, 4, "shop", "  milk tag:shpo\n           ^^^^\n"),
            ("list:Reports", "not-found", 1, 5, 7, "Work/Reports", "  list:Reports\n       ^^^^^^^\n"),
            ("tga:shop", "bad-filter", 64, 0, 3, "tag", "  tga:shop\n  ^^^\n"),
            ("(milk", "bad-filter", 64, 0, 1, nil, "  (milk\n  ^\n"),
            ("è milk or", "bad-filter", 64, 10, 0, nil, "  è milk or\n           ^\n"),
            ("@today", "not-found", 1, 0, 6, nil, "  @today\n  ^^^^^^\n"),
            ("place:nowhere", "not-found", 1, 6, 7, nil, "  place:nowhere\n        ^^^^^^^\n"),
        ] as [(String, String, Int32, Int64, Int64, String?, String)])
    func places(
        filter: String, code: String, status: Int32, offset: Int64, length: Int64, suggestion: String?, shown: String
    ) throws {
        let place = try todo("list", filter, "--json").failedPlace()
        #expect(place.code == code && place.status == status)
        #expect(place.error["offset"] == .integer(offset) && place.error["length"] == .integer(length))
        #expect(place.error["suggestion"] == (suggestion.map(JSONValue.string) ?? .null))
        #expect(place.error["expected"]?.elements != nil)
        let result = try todo("list", filter)
        #expect(result.status == status && result.output.isEmpty && result.error.hasSuffix(shown), "\(result.error)")
        if let suggestion { #expect(result.error.contains(suggestion)) }
        // A filter means the same in every place.
        if filter.contains(":") { #expect(try todo("done", filter).error.hasSuffix(shown)) }
        #expect(try todo("export", "--where", filter).error.hasSuffix(shown))
    }

    @Test("the place in a long filter is shown with what is around it")
    func longFilter() throws {
        let filter = String(repeating: "milk ", count: 40) + "tag:" + String(repeating: "x", count: 300) + " eggs"
        let lines = try todo("list", filter).error.split(separator: "\n")
        #expect(lines.count == 3 && lines.dropFirst().allSatisfy { $0.count <= 80 }, "\(lines)")
        #expect(lines[1].hasPrefix("  …") && lines[2].hasSuffix("^^^"))
    }

    @Test("a filter in place of ids changes what it matches in one step, and says how many that were")
    func bulk() throws {
        let done = try todo("done", "tag:shop")
        #expect(done.status == 0 && done.lines.count == 2 && done.error == "Done: 2 to-dos.\n")
        #expect(try todo("reopen", "tag:shop", "--json").json().elements?.count == 3, "all that are done")
        try todo("undo", "2")
        #expect(try titles() == ["Eggs", "Milk", "Report"], "two steps")
        let edited = try todo("edit", "--where", "-tag:shop", "--priority", "low", "--json")
        #expect(try edited.json().elements?.count == 1 && edited.error == "Changed 1 to-do.\n")
        #expect(try todo("edit", "(tag:shop", "or", "list:Work)", "eggs", "--tag", "x").error == "Changed 1 to-do.\n")
        #expect(try todo("start", "tag:x").error == "Changed 1 to-do.\n" && titles("is:started") == ["Eggs"])
        #expect(try todo("stop", "tag:x").status == 0 && titles("is:started") == [])
        let moved = try todo("move", "tag:x", "--list", "Errands", "--create")
        #expect(moved.error == "Moved 1 to-do.\nMade the list “Errands”.\n")
        #expect(try titles("list:errands") == ["Eggs"])
        #expect(
            try todo("delete", "tag:shop").error == "Deleted 2 to-dos.\n" && titles("--all") == ["Bread", "Report"])
        let steps = try todo("history", "--json").json()["items"]?.elements?.count
        let none = try todo("done", "tag:sh*", "--json")
        #expect(try none.json() == [] && none.error == "The filter matches no to-do.\n")
        #expect(try todo("history", "--json").json()["items"]?.elements?.count == steps, "nothing was changed")
    }

    @Test("names and dates with spaces keep the quotation marks that the shell has taken")
    func quotation() throws {
        try todo("add", "Mop", "--list", "Kitchen floor", "--create", "--tag", "by hand", "--due", "2026-11-23 17:00")
        #expect(try titles("list:Kitchen floor") == ["Mop"] && titles("tag:by hand", "mop") == ["Mop"])
        #expect(try titles("--where", "-list:Kitchen floor") == ["Eggs", "Milk", "Report"])
        #expect(try titles("tag:home,by hand") == ["Eggs", "Mop"] && titles("due:next monday") == ["Mop"])
        #expect(try titles("due:today..next monday") == ["Milk", "Mop"])
        #expect(try titles("--where", "list:kitchen floor") == ["Mop"])
        // Several conditions in one argument, as always.
        #expect(try titles("tag:shop milk") == ["Milk"] && titles("tag:shop due:..today") == ["Milk"])
        try todo("view", "add", "wet", "list:Kitchen floor")
        #expect(try titles("@wet") == ["Mop"] && todo("done", "list:Kitchen floor").error == "Done: 1 to-do.\n")
        let place = try todo("list", "list:Kitchn floor", "--json").failedPlace()
        #expect(place.code == "not-found" && place.error["length"] == 6, "as it was typed")
    }

    @Test("a bare word is an id; ids and a filter are not mixed, and an empty filter changes nothing")
    func ids() throws {
        #expect(try todo("done", "shop", "--json").failure() == ("not-found", 1))
        #expect(try todo("done", "abcd", "--where", "tag:shop", "--json").failure() == ("usage", 64))
        for empty in ["", " ", "sort:due"] {
            #expect(try todo("done", "--where", empty, "--json").failure() == ("bad-filter", 64))
        }
        for command in ["edit", "delete", "reopen", "start"] {
            let refused = try todo(command)
            #expect(refused.status == 64 && refused.error.hasPrefix("todo: Missing expected argument '<id> ...'\n"))
        }
        #expect(try titles() == ["Eggs", "Milk", "Report"])
    }

    @Test("more than 50 are changed only with --yes")
    func tooMany() throws {
        let lines = (0..<51).map { #"{"title":"Many \#($0)"}"# }
        try todo("import", "-", "--format", "ndjson", input: lines.joined(separator: "\n"))
        let refused = try todo("done", "--where", "many")
        #expect(refused.status == 64 && refused.error.contains("51") && refused.error.contains("--yes"))
        #expect(try todo("delete", "text:many", "--json").failure() == ("too-many", 64))
        #expect(try titles("many").count == 51)
        #expect(try todo("done", "text:many", "--yes").error == "Done: 51 to-dos.\n")
        #expect(try todo("undo").status == 0 && titles("many").count == 51)
        #expect(try todo("done", "text:many -text:\"many 50\"").error == "Done: 50 to-dos.\n")
    }

    @Test("an order is named once, and a condition with a minus is sent to --where")
    func usage() throws {
        #expect(try todo("list", "sort:due", "--sort", "due", "--json").failure() == ("usage", 64))
        #expect(try todo("list", "sort:due", "--where", "sort:due", "--json").failure() == ("usage", 64))
        #expect(try todo("list", "tag:x", "--recent", "--json").failure() == ("usage", 64))
        for command in ["list", "done"] {
            let refused = try todo(command, "-tag:shop")
            #expect(refused.status == 64 && refused.error.contains("--where -tag:shop"), "\(refused.error)")
        }
        #expect(try todo("list", "--", "-tag:shop").lines.count == 1)
    }

    @Test("an export with a filter has its to-dos, done or not, and only what these have")
    func export() throws {
        let exported = try todo("export", "--where", "tag:shop sort:title").json()
        func titles(_ key: String) -> [String]? { exported[key]?.elements?.compactMap { $0["title"]?.string } }
        #expect(titles("todos") == ["Bread", "Eggs", "Milk"])
        #expect(titles("tags") == ["home", "shop"] && titles("lists") == [])
        let work = try todo("export", "--where", "list:Work").json()
        #expect(work["lists"]?.elements?.count == 2 && work["tags"] == [])
    }

    @Test("--explain shows the canonical filter and which index serves")
    func explain() throws {
        let lines = try todo("list", "TAG:shop", "and", "due:..today", "--explain").lines
        #expect(lines.first == "filter  tag:shop due:..today" && lines.count == 2)
        let plan = try todo("list", "due:..today", "sort:due,-priority", "--explain", "--json").json()
        #expect(plan["filters"] == ["due:..today sort:due,-priority"])
        #expect(plan["plan"] == "reads a part of the index todo_open_due")
        #expect(plan["steps"]?.elements?.count == 1)
        #expect(try todo("search", "milk", "--explain").lines.count == 1)
    }

    @Test("where text finds nothing but is the name of a list or a tag, that is said")
    func hints() throws {
        #expect(try todo("list", "reports").error.contains("todo list --list Work/Reports"))
        #expect(try todo("list", "Work", "--json").error.contains("todo list --list Work\n"))
        #expect(try todo("list", "nothing").error.isEmpty && todo("list", "milk").error.isEmpty)
    }

    @Test("where words with a sign between them find nothing, the word for it is said; beside a field it is refused")
    func signs() throws {
        try todo("add", "Salt & pepper")
        #expect(try titles("salt", "&", "pepper") == ["Salt & pepper"])
        for (words, hint) in [
            (["milk", "&", "eggs"], "in which “&” is text too; in filters that is the word “and”.\n"),
            (["milk", "||", "eggs"], "in which “||” is text too; in filters that is the word “or”.\n"),
            (["!", "milk"], "in which “!” is text too; in filters that is the word “not”, or a minus.\n"),
        ] {
            let result = try todo.run(["list"] + words)
            #expect(result.status == 0 && result.output.isEmpty && result.error.hasSuffix(hint), "\(result.error)")
        }
        #expect(try todo("search", "milk & eggs").error.isEmpty, "nothing in it is syntax")
        #expect(try todo("list", "--where", "! tag:shop", "--json").failedPlace().code == "bad-filter")
    }

    @Test("words that are found nowhere, but are something in filters, are told how they are typed there")
    func conditionHints() throws {
        for (words, hint) in [
            ("overdue", "is:overdue"), ("p1", "priority:high"),
            ("milk today", "due:today"), ("+work", "tag:work"), ("#work", "tag:work"),
        ] {
            let result = try todo("list", words)
            #expect(result.status == 0 && result.output.isEmpty)
            #expect(result.error.contains("but there is a filter: todo list \(hint)\n"), "\(result.error)")
        }
        for (arguments, hint) in [
            (["--where", "p1"], "priority:high"), (["--where", "+home"], "tag:home"),
            (["due:today p1"], "priority:high"),
        ] {
            let result = try todo.run(["list"] + arguments)
            #expect(result.status == 0 && result.output.isEmpty)
            #expect(result.error.contains("but there is a filter: todo list \(hint)\n"), "\(result.error)")
        }
        #expect(try todo("list", "nowhere").error.isEmpty && todo("list", "--where", "-p1 is:started").error.isEmpty)
    }
}

extension TodoProcess.Result {
    /// An error in a filter that was reported as JSON.
    fileprivate func failedPlace() throws -> (code: String, status: Int32, error: JSONValue) {
        let error = try #require(try JSONValue(parsing: self.error)["error"])
        #expect(
            error.members?.keys.sorted() == ["code", "expected", "length", "message", "offset", "suggestion"]
                && output.isEmpty)
        return (try #require(error["code"]?.string), status, error)
    }
}
