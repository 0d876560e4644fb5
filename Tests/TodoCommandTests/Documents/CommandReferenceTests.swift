import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import manual
import todo

@Suite("What is written of the commands")
struct CommandReferenceTests {
    private let program: CommandHelp
    private let reference: Document

    init() throws {
        let dump = try TodoProcess()("--experimental-dump-help")
        program = try CommandHelp(dump: dump.output.utf8)
        reference = try Document("docs/cli.md")
    }

    /// `make reference` brings it up to date.
    @Test("docs/cli.md has each command, option and default of the program, and no other")
    func synopses() throws {
        let hidden: Set = ["--db", "--json", "--quiet", "--no-color", "--version", "--help"]
        let written = try #require(reference.blocks(of: "text").first)
        #expect(written == program.synopses(hiding: hidden))
        #expect(written.count > 40)
        #expect(program.sharedArguments.flatMap(\.names).filter { $0.hasPrefix("--") }.sorted() == hidden.sorted())
    }

    @Test("docs/cli.md explains each command in its table, and speaks of no option that there is not")
    func prose() {
        let table = reference.lines.filter { $0.hasPrefix("| `") }
        for command in program.subcommands.compactMap(\.path.last) {
            #expect(table.contains { $0.contains("`\(command) ") || $0.contains("`\(command)`") }, "\(command)")
        }
        let known = Set(program.all.flatMap { $0.arguments.flatMap(\.names) })
        for line in reference.lines where !line.hasPrefix("|---") {
            for option in line.matches(of: /--[a-z][a-z-]*/) {
                #expect(known.contains(String(option.output)), "\(line)")
            }
        }
    }

    @Test("each verb that people have for to-dos is a command")
    func verbs() {
        let commands = Set(program.subcommands.compactMap(\.path.last))
        for verb in TodoAction.Verb.allCases { #expect(commands.contains(verb.rawValue), "\(verb)") }
    }

    @Test("the exit statuses are the same in the program, in docs/cli.md and in the man pages")
    func statuses() throws {
        let statuses = ProcessStatus.allCases.map(\.rawValue)
        #expect(reference.lines.compactMap { $0.firstMatch(of: /^\| (\d+) \|/) }.map { Int32($0.1) } == statuses)
        let page = try Document("docs/man/todo.mdoc")
        #expect(page.lines.compactMap { $0.firstMatch(of: /^\.It (\d+)$/) }.map { Int32($0.1) } == statuses)
    }

    @Test("every command teaches by examples that it understands")
    func examples() throws {
        for command in program.all {
            #expect(!command.examples.isEmpty, "\(command.path)")
            for example in command.examples {
                let calls = example.split(separator: "|").map { $0.split(separator: " ").drop { $0 != "todo" } }
                let called = try calls.filter { !$0.isEmpty }.map { try check($0.map(String.init), example) }
                #expect(called.contains { $0.path.starts(with: command.path) }, "\(example)")
            }
        }
    }

    /// Returns the command with this name; it must know its options.
    private func check(_ words: [String], _ example: String) throws -> CommandHelp {
        let named = try #require(
            program.all.filter { words.starts(with: $0.path) }.max { $0.path.count < $1.path.count })
        let called = named.subcommands.first { $0.path.last == named.defaultSubcommand } ?? named
        for option in words.prefix(while: { $0 != "--" }) where option.hasPrefix("-") && option != "-" {
            #expect(called.arguments.contains { $0.names.contains(option) }, "\(example)")
        }
        return called
    }

    @Test("help for a command that there is is no error, however it is asked for")
    func help() throws {
        let todo = try TodoProcess()
        for words in [
            ["help"], ["help", "tag"], ["help", "tag", "add"], ["help", "ls"], ["tag", "add", "--help"], ["-h"],
            ["help", "help"], ["add", "some", "words", "-h"],
        ] {
            let result = try todo.run(words)
            #expect(result.status == 0 && result.output.contains("USAGE:"), "\(words)")
        }
        #expect(try todo("help", "tag", "add").output.contains("USAGE: todo tag add <title>"))
        #expect(
            HelpText.fitted("USAGE: todo x [--db <path>] [--json] [--quiet] [--no-color]").hasSuffix("[--no-color]"))
    }

    @Test("the help of every command, and every page on what is typed, fits 80 columns")
    func widths() throws {
        let pages = HelpPages.all
        #expect(pages.count > 60 && pages.contains { $0.path == ["lists", "move"] })
        let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
        let now = Date(timeIntervalSince1970: 1_795_000_000)
        let topics = HelpTopic.allCases.map { topic in
            (path: ["help", topic.rawValue], text: HelpText.page(topic, topic.sections(now: now, timeZone: zone)))
        }
        for (path, lines) in pages.map({ ($0.path, $0.text.components(separatedBy: "\n")) }) + topics {
            for line in lines { #expect(DisplayWidth.of(line) <= 80, "\(path): \(line)") }
        }
    }

    @Test("filters, dates and quick add are explained by pages of their own")
    func topics() throws {
        let todo = try TodoProcess()
        for topic in HelpTopic.allCases {
            let page = try todo("help", topic.rawValue)
            #expect(page.status == 0 && page.lines.first.map(topic.summary.hasPrefix) == true, "\(page.output)")
            let json = try todo("help", topic.rawValue, "--json").json()
            #expect(json["topic"] == .string(topic.rawValue) && json["sections"]?.elements?.isEmpty == false)
        }
        #expect(try todo("help", "dates").output.contains("  tomorrow  "))
        #expect(try todo("help", "filter").error.contains("did you mean “filters”?"))
        #expect(!FileManager.default.fileExists(atPath: todo.database.path))
    }

    @Test(
        "help fits 80 columns",
        arguments: [
            [], ["list"], ["edit"], ["done"], ["lists", "move"], ["location", "edit"], ["sync", "conflicts"],
            ["import"],
            ["view", "add"], ["config", "set"],
        ])
    func width(command: [String]) throws {
        let result = try TodoProcess().run(command + ["--help"])
        #expect(result.status == 0 && result.lines.allSatisfy { $0.count <= 80 }, "\(result.output)")
    }
}
