/// A page of the manual in the mdoc language (mandoc's mdoc(7)), generated from a command's help.
package struct ManualPage {
    /// The parts of a page that the help does not contain.
    package struct Frame {
        /// The program and its version, for the footer.
        package var source: String
        /// YYYY-MM-DD.
        package var date: String
        /// Sections in mdoc for every page: environment, files, exit status.
        package var sections: String

        package init(source: String, date: String, sections: String) {
            self.source = source
            self.date = date
            self.sections = sections
        }
    }

    private let command: CommandHelp
    private let seeAlso: [String]
    private let frame: Frame

    /// A page for the program, and one for each of its commands.
    package static func pages(of program: CommandHelp, _ frame: Frame) -> [ManualPage] {
        [ManualPage(command: program, seeAlso: program.subcommands.map(\.pageName).sorted(), frame: frame)]
            + program.subcommands.map { ManualPage(command: $0, seeAlso: [program.pageName], frame: frame) }
    }

    /// `todo-add.1`.
    package var fileName: String { command.pageName + ".1" }

    /// The page.
    package var text: String {
        var page = Mdoc()
        page.line("Dd \(frame.date)")
        page.line("Dt \(command.pageName.uppercased()) 1")
        page.line("Os", frame.source)
        page.line("Sh NAME")
        page.line("Nm \(command.pageName)")
        page.line("Nd", command.abstract.withoutFullStop)
        page.line("Sh SYNOPSIS")
        for form in isProgram ? [command] : command.leaves { synopsis(of: form, to: &page) }
        page.line("Sh DESCRIPTION")
        describe(command, to: &page)
        if !command.subcommands.isEmpty {
            page.line("Sh COMMANDS")
            if isProgram { listCommands(to: &page) } else { tellCommands(to: &page) }
        }
        page.line("Sh OPTIONS")
        if !command.subcommands.isEmpty { page.text("Every command takes:") }
        list(command.sharedArguments, to: &page)
        page.raw(frame.sections)
        if !command.examples.isEmpty {
            page.line("Sh EXAMPLES")
            show(command.examples, on: &page)
        }
        page.line("Sh SEE ALSO")
        for name in seeAlso { page.line("Xr \(name) 1" + (name == seeAlso.last ? "" : " ,")) }
        return page.source
    }

    private var isProgram: Bool { command.path.count == 1 }

    private func synopsis(of form: CommandHelp, to page: inout Mdoc) {
        page.line("Nm", form.path.joined(separator: " "))
        guard form.subcommands.isEmpty else { return page.line("Ar command Op Ar argument ...") }
        for argument in form.arguments where Self.everywhere.isDisjoint(with: argument.names) {
            page.line(argument.isOptional ? "Op \(argument.mdoc)" : argument.mdoc)
        }
    }

    /// The parser's own options, which synopses omit.
    private static let everywhere: Set = ["--help", "--version"]

    private func describe(_ command: CommandHelp, to page: inout Mdoc) {
        page.text(command.abstract)
        for paragraph in command.paragraphs {
            page.line("Pp")
            page.text(paragraph)
        }
        if !command.aliases.isEmpty {
            page.line("Pp")
            page.text("It is also called `\(command.aliases.joined(separator: "`, `"))`.")
        }
        if let name = command.defaultSubcommand {
            page.line("Pp")
            page.text("Where no command is named, `\(name)` is meant.")
        }
    }

    /// The commands of the program, which have pages of their own.
    private func listCommands(to page: inout Mdoc) {
        page.line("Bl -tag -width Ds")
        for command in command.subcommands {
            page.line("It Xr \(command.pageName) 1")
            page.text(command.abstract)
        }
        page.line("El")
    }

    /// The subcommands of a command, which are described on its page.
    private func tellCommands(to page: inout Mdoc) {
        let shared = command.sharedArguments
        for form in command.leaves {
            page.line("Ss", form.path.joined(separator: " "))
            describe(form, to: &page)
            list(form.arguments.filter { !shared.contains($0) }, to: &page)
            if !form.examples.isEmpty { show(form.examples, on: &page) }
        }
    }

    private func list(_ arguments: [CommandHelp.Argument], to page: inout Mdoc) {
        guard !arguments.isEmpty else { return }
        page.line("Bl -tag -width Ds")
        for argument in arguments {
            page.line("It \(argument.mdoc)")
            page.text(argument.abstract)
            if let value = argument.defaultValue { page.text("The default is `\(value)`.") }
        }
        page.line("El")
    }

    private func show(_ examples: [String], on page: inout Mdoc) {
        page.line("Bd -literal -offset indent")
        for line in examples { page.literal(line) }
        page.line("Ed")
    }
}

extension CommandHelp {
    /// `todo-add`.
    fileprivate var pageName: String { path.joined(separator: "-") }
}

extension CommandHelp.Argument {
    /// `Fl o , Fl -output Ar file`.
    fileprivate var mdoc: String {
        var words = names.map { "Fl \(Mdoc.escaped(String($0.dropFirst())))" }.joined(separator: " , ")
        if let valueName { words += (words.isEmpty ? "" : " ") + "Ar \(Mdoc.escaped(valueName))" }
        return words + (isRepeating ? " ..." : "")
    }
}

extension String {
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
