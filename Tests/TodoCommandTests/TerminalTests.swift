import Testing
import TodoDomain
import todo

@Suite("What the standard streams lead to")
struct TerminalTests {
    private func terminal(
        interactive: Bool = true, reported: Int? = 100, noColor: Bool = false, _ environment: [String: String] = [:]
    ) -> Terminal {
        Terminal(isInteractive: interactive, reportedWidth: reported, noColor: noColor) { name in
            environment[name] ?? (name == "TERM" ? "xterm" : nil)
        }
    }

    @Test("the width is what the terminal says, else COLUMNS, else 80")
    func width() {
        #expect(terminal(reported: 100, ["COLUMNS": "60"]).width == 100)
        #expect(terminal(reported: nil, ["COLUMNS": "60"]).width == 60)
        #expect(terminal(reported: 0, ["COLUMNS": "60"]).width == 60)
        for columns in ["", "0", "-5", "wide", "99999999999999999999"] {
            #expect(terminal(reported: nil, ["COLUMNS": columns]).width == 80)
        }
        #expect(terminal(reported: nil).width == 80)
    }

    @Test("there are colours on a terminal only, unless somebody does not want them")
    func color() {
        #expect(terminal(["TERM": "xterm-256color"]).usesColor)
        #expect(terminal(["NO_COLOR": ""]).usesColor)
        #expect(!terminal(["NO_COLOR": "1"]).usesColor)
        #expect(!terminal(noColor: true).usesColor)
        #expect(!terminal(["TERM": "dumb"]).usesColor)
        #expect(!terminal(["TERM": ""]).usesColor)
        #expect(!terminal(interactive: false).usesColor)
    }

    @Test("lines are written over on a terminal that can, whatever its colours")
    func rewriting() {
        #expect(terminal(noColor: true).rewritesLines)
        #expect(!terminal(["TERM": "dumb"]).rewritesLines)
        #expect(!terminal(interactive: false).rewritesLines)
    }

    @Test("the streams of this process have a width, and no colours where none are wanted")
    func process() {
        for terminal in [Terminal.standardOutput(noColor: true), Terminal.standardError(noColor: true)] {
            #expect(terminal.width > 0)
            #expect(!terminal.usesColor)
            #expect(terminal.isInteractive || !terminal.rewritesLines)
        }
    }

    @Test("styles wrap text, and leave it alone where they are off or there is none")
    func styles() {
        #expect(Styles(isEnabled: true)("late", .red) == "\u{1B}[31mlate\u{1B}[0m")
        #expect(Styles(isEnabled: true)("late", .plain) == "late")
        #expect(Styles(isEnabled: true)("", .red) == "")
        #expect(Styles(isEnabled: true)("late", .text(TextStyle(.gray, weight: .bold))) == "\u{1B}[1;90mlate\u{1B}[0m")
        for style in [Style.plain, .bold, .dim, .red, .text(TextStyle(.blue))] {
            #expect(Styles(isEnabled: false)("late", style) == "late")
        }
    }
}
