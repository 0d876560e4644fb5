import ArgumentParser
import Basics
import Foundation

/// Generates the manual of a program from the definitions of its commands.
@main
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Make man pages, or a synopsis, from the definitions of a program's commands.",
        subcommands: [Pages.self, Synopsis.self])

    static func main() { main(ProgramArguments.words) }

    struct Pages: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write the man pages of a program into a folder.")

        @Argument(help: "The program.")
        var program: String
        @Option(help: "The folder to write to; it is made where it is missing.")
        var output: String
        @Option(help: "A file of sections in mdoc for every page.")
        var sections: String
        @Option(help: "The name and the version at the foot of a page.")
        var source: String
        @Option(help: "The date at the foot of a page, YYYY-MM-DD.")
        var date: String

        func run() throws {
            let frame = ManualPage.Frame(
                source: source, date: date, sections: try String(contentsOfFile: sections, encoding: .utf8))
            try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
            for page in ManualPage.pages(of: try help(of: program), frame) {
                try page.text.write(toFile: "\(output)/\(page.fileName)", atomically: true, encoding: .utf8)
            }
        }
    }

    struct Synopsis: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print how each command of a program is called.")

        @Argument(help: "The program.")
        var program: String
        @Option(help: "An option that is not shown. Repeat for several.")
        var hide: [String] = []

        func run() throws {
            for line in try help(of: program).synopses(hiding: Set(hide)) { print(line) }
        }
    }

    private static func help(of program: String) throws -> CommandHelp {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = ["--experimental-dump-help"]
        process.standardOutput = output
        try process.run()
        let dump = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ValidationError("\(program) does not list its commands.")
        }
        return try CommandHelp(dump: dump)
    }
}
