import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Settings")
struct SettingsTests {
    private let commands = ["add", "list", "done", "search"]
    private let now = RandomWorld.now

    private func read(_ text: String) throws -> (settings: Settings, problems: [SettingsProblem]) {
        Settings.read(try SettingsFile(text), commands: commands, now: now, timeZone: .gmt)
    }

    private func filter(_ text: String) throws -> TodoFilter { try TodoFilter.parse(text, now: now, timeZone: .gmt) }

    @Test("a file with everything is understood")
    func everything() throws {
        let (settings, problems) = try read(
            """
            [list]
            view = @today-work
            sort = due, -priority
            columns = id, Due ,title
            [dates]
            week-starts = Sunday
            slashes = day-first
            morning = 7
            evening = 6:30pm
            tonight = 21:00
            default-time = 08:15:30
            [colors]
            bold-red = is:overdue or tag:urgent
            dim = due:1/2/2027
            [aliases]
            wk = list @today-work --sort "due" ""
            """)
        #expect(problems.isEmpty)
        #expect(settings.view == "today-work")
        #expect(settings.order == [SortTerm(.due), SortTerm(.priority, descending: true)])
        #expect(settings.columns == [.id, .due, .title])
        #expect(settings.defaultTime == (try ClockTime(hour: 8, minute: 15, second: 30)))
        #expect(settings.colors.map(\.style.description) == ["bold-red", "dim"])
        #expect(settings.colors[0].filter == (try filter("is:overdue or tag:urgent")))
        #expect(settings.aliases == ["wk": ["list", "@today-work", "--sort", "due", ""]])
        #expect(
            settings.phrases
                == PhraseSettings(
                    morning: .hour(7), evening: try ClockTime(hour: 18, minute: 30), tonight: .hour(21),
                    firstWeekday: .sunday, slashOrder: .dayFirst, allDayTime: settings.defaultTime))
        #expect(try read("").settings == Settings())
        #expect(Settings().phrases == .standard)
    }

    @Test("reminders go to a topic of ntfy on the web, and to nothing else that looks like an address")
    func topics() throws {
        for text in ["https://ntfy.sh/my-topic", "HTTP://127.0.0.1:80/a/b"] {
            #expect(try read("[remind]\nntfy = \(text)").settings.delivery.ntfy == text)
        }
        for text in [
            "file:///etc/passwd", "ftp://x", "ftp://x/y", "ntfy.sh/my-topic", "https://ntfy.sh", "https:///my-topic",
            "https://ntfy.sh/", "https://ntfy.sh/my topic", "https:", "/",
        ] {
            let (settings, problems) = try read("[remind]\nntfy = \(text)")
            #expect(settings.delivery.ntfy == nil && problems.count == 1, "\(text)")
            #expect(problems.first?.reason.contains("“\(text)”") == true, "\(problems)")
        }
    }

    @Test("reminders are mailed to addresses as a header has them, also to people of this machine")
    func addresses() throws {
        for text in [
            "ada@example.org", "ada+todo@localhost", "ada@example.org, bob@example.org", "ada",
            "Ada Lovelace <ada@example.org>, bob", "<ada@example.org>", "ada@example.org,",
        ] {
            #expect(try read("[remind]\nmail = \(text)").settings.delivery.mail == text)
        }
        for text in [
            "a b", "a b@example.org", "Ada <a b>", "Ada <>", "<ada", "@", "ada@", "@example.org", "a@b@c",
            "ada@example.org,,@", ",",
        ] {
            let (settings, problems) = try read("[remind]\nmail = \(text)")
            #expect(settings.delivery.mail == nil && problems.count == 1, "\(text)")
            #expect(problems.first?.reason.contains("is not an address of mail") == true, "\(problems)")
        }
    }

    @Test("what is served to devices is a number in its range, or yes or no, and nobody else's file says it")
    func dav() throws {
        let text = "[dav]\nport = 9000\ncompleted-days = 0\ndelete-lists = Yes\n"
        let (settings, problems) = try read(text)
        #expect(problems.isEmpty)
        #expect(settings.dav.port == 9000 && settings.dav.completedDays == 0 && settings.dav.deletesLists)
        for line in [
            "port = 0", "port = 65536", "port = 8487x", "port = 99999999999999999999", "completed-days = -1",
            "completed-days = 36501", "delete-lists = perhaps",
        ] {
            let (settings, problems) = try read("[dav]\n" + line)
            #expect(settings == Settings() && problems.map(\.line) == [2], "\(line)")
        }
        var others = try SettingsFile(text)
        others.distrust = "others can write to it."
        let read = Settings.read(others, commands: commands, now: now, timeZone: .gmt)
        #expect(read.settings == Settings() && read.problems.count == 3)
    }

    @Test("each mistake is named with its line and what may be meant, and the rest counts")
    func mistakes() throws {
        let (settings, problems) = try read(
            """
            [list]
            srot = due
            sort = deu
            columns = id,titel
            view = two words
            [dates]
            week-starts = mondy
            morning = 13
            evening = 9
            tonight = 25:00
            slashes = both
            default-time = 24h
            [colors]
            redd = is:overdue
            red = is:overdu
            blue = sort:due
            [aliases]
            list = list
            x = serch milk
            y = list "milk
            Z = list
            [lists]
            sort = due
            ok = 1
            """)
        #expect(problems.map(\.line) == [2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 19, 20, 21, 23, 24])
        let suggestions = problems.map(\.suggestion)
        #expect(suggestions[0] == "list.sort" && suggestions[1] == "due" && suggestions[4] == "monday")
        #expect(suggestions[10] == "red" && suggestions[11] == "overdue" && suggestions[17] == "list.sort")
        #expect(problems[2].reason.contains("perhaps “title” is meant"))
        #expect(problems.allSatisfy { $0.reason.hasSuffix(".") && $0.reason.utf8.count < 400 })
        #expect(settings == Settings())
    }

    @Test("no alias replaces a command, and an alias is replaced once")
    func aliases() throws {
        var settings = try read("[aliases]\nwk = list @work\nadd = list\n").settings
        #expect(settings.aliases == ["wk": ["list", "@work"]])
        #expect(settings.expanded(["wk", "wk", "--json"]) == ["list", "@work", "wk", "--json"])
        #expect(settings.expanded(["list", "wk"]) == ["list", "wk"])
        #expect(settings.expanded([]) == [])
        expectTodoError(.badSetting) {
            try settings.set("aliases.done", to: "list", commands: commands, now: now, timeZone: .gmt)
        }
        // An alias whose name is a command of a later version is ignored there.
        let later = Settings.read(
            try SettingsFile("[aliases]\nwk = list @work\n"), commands: commands + ["wk"], now: now, timeZone: .gmt)
        #expect(later.settings.aliases.isEmpty && later.problems.map(\.name) == ["aliases.wk"])
    }

    @Test("what is set has a text that reads as the same settings")
    func random() throws {
        let words = ["list", "@work", "--sort", "due,-priority", "a b", "", "\"", "\\", "é", "\\\"", "#x", "-"]
        try fuzz("settings", rounds: 400) { generator, seed in
            var settings = Settings()
            if generator.chance(0.5) { settings.view = generator.pick(["work", "Büro-2", "a.b"]) }
            let keys = Todo.SortKey.allCases.shuffled(using: &generator)
            settings.order = keys.prefix(Int.random(in: 0...3, using: &generator)).map {
                SortTerm($0, descending: generator.chance(0.5))
            }
            let columns = TodoColumn.allCases.shuffled(using: &generator)
            settings.columns = Array(columns.prefix(Int.random(in: 0...4, using: &generator)))
            settings.firstWeekday = generator.pick(PhraseSettings.Weekday.allCases)
            settings.slashOrder = generator.pick([nil, .dayFirst, .monthFirst])
            func time(_ hours: ClosedRange<Int>) throws -> ClockTime {
                try ClockTime(
                    hour: .random(in: hours, using: &generator), minute: .random(in: 0...59, using: &generator),
                    second: generator.pick([0, 0, 7]))
            }
            settings.morning = try time(0...11)
            settings.evening = try time(12...23)
            settings.tonight = try time(12...23)
            settings.defaultTime = try time(0...23)
            let world = try RandomWorld(using: &generator)
            // With other weeks some ranges of dates would end before they begin.
            let hasColors = generator.chance(0.5)
            if hasColors { settings.firstWeekday = .monday }
            for style in TextStyle.all.shuffled(using: &generator).prefix(hasColors ? 3 : 0) {
                let filter = TodoFilter(generator.filter(of: world).condition)
                if filter.condition != nil { settings.colors.append(.init(style, for: filter)) }
            }
            for name in ["a", "b-2", "wk"] where generator.chance(0.5) {
                let count = Int.random(in: 0...5, using: &generator)
                settings.aliases[name] = ["list"] + (0..<count).map { _ in generator.pick(words) }
            }
            let hasControl = settings.colors.contains { rule in
                rule.filter.description.unicodeScalars.contains {
                    $0.properties.generalCategory == .control || "\u{2028}\u{2029}".unicodeScalars.contains($0)
                }
            }
            guard !hasControl else { return expectTodoError(.badSetting) { try SettingsFile(settings) } }
            let file = try SettingsFile(settings)
            let again = Settings.read(try SettingsFile(file.text), commands: commands, now: now, timeZone: .gmt)
            #expect(again.problems.isEmpty, "seed \(seed): \(again.problems)")
            #expect(again.settings.texts.map(\.value) == settings.texts.map(\.value), "seed \(seed): \(file.text)")
            #expect(again.settings.colors == settings.colors, "seed \(seed): \(file.text)")
            #expect(again.settings == settings, "seed \(seed): \(file.text)")
        }
    }

    @Test("any values are taken, or named as mistakes in their lines")
    func hostile() throws {
        let names = Settings.Key.all.map(\.name) + ["colors.red", "colors.dim", "aliases.x", "aliases.list", "x.y"]
        let words = [
            "due", "-", ",", "@", "9", ":", "25", "monday", "list", "is:open", "sort:due", "\"", "\\", "12h", "1/2",
        ]
        try fuzz("values of settings", rounds: 500) { generator, seed in
            var text = ""
            for name in names.shuffled(using: &generator).prefix(8) {
                let parts = name.split(separator: ".")
                let value = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    generator.chance(0.8) ? generator.pick(words) : generator.hostileText(upTo: 6)
                }.joined()
                text += "[\(parts[0])]\n\(parts[1]) = \(value)\n"
            }
            let (settings, problems) = try read(text)
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
            #expect(problems.allSatisfy { 1...lines ~= $0.line ?? 0 && $0.reason.utf8.count < 1000 }, "seed \(seed)")
            let file = try SettingsFile(text)
            #expect(settings.texts.allSatisfy { file[$0.name] != nil }, "seed \(seed)")
        }
    }

    @Test("every setting is declared with a summary, its words are taken, and its usual text means the same")
    func keys() throws {
        #expect(Set(Settings.Key.all.map(\.name)).count == Settings.Key.all.count)
        for key in Settings.Key.all {
            #expect(!key.summary.isEmpty && !key.summary.hasSuffix("."))
            for word in key.words {
                var settings = Settings()
                try settings.set(key.name, to: word.uppercased(), commands: commands, now: now, timeZone: .gmt)
                #expect(settings.texts.allSatisfy { $0.name == key.name && $0.value == word })
            }
        }
        #expect(Settings().texts.isEmpty)
        #expect(TextStyle.all.allSatisfy { TextStyle($0.description) == $0 })
        #expect(TextStyle("") == nil && TextStyle("red-bold") == nil && TextStyle("Red") == nil)
    }
}
