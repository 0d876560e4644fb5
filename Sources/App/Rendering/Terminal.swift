import Basics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The properties of a standard stream that matter for rendering. It is a value, so that tests can create one.
package struct Terminal: Hashable, Sendable {
    /// Whether it is a terminal rather than a file or a pipe.
    package var isInteractive: Bool
    /// The number of cells in a line.
    package var width: Int
    /// The number of lines on the screen.
    package var height = defaultHeight
    /// Whether text may be coloured.
    package var usesColor: Bool
    /// Whether a line can be overwritten, as progress bars do.
    package var rewritesLines: Bool

    package init(isInteractive: Bool, width: Int = defaultWidth, usesColor: Bool = false, rewritesLines: Bool = false) {
        self.isInteractive = isInteractive
        self.width = width
        self.usesColor = usesColor
        self.rewritesLines = rewritesLines
    }

    /// A file or a pipe.
    package static let pipe = Terminal(isInteractive: false)

    /// The width if the terminal does not report one.
    package static let defaultWidth = 80

    /// The height if the terminal does not report one.
    package static let defaultHeight = 24

    /// The styles for this terminal.
    package var styles: Styles { Styles(isEnabled: usesColor) }

    /// Creates a terminal with these properties.
    /// - Parameters:
    ///   - reportedWidth: the width that the terminal reports; nil or 0 if it does not.
    ///   - environment: the variables `COLUMNS`, `NO_COLOR` (no-color.org: set and not empty) and `TERM`.
    ///   - noColor: whether `--no-color` was given.
    package init(
        isInteractive: Bool, reportedWidth: Int?, noColor: Bool, environment: (_ name: String) -> String?
    ) {
        let isDumb = ["", "dumb"].contains(environment("TERM") ?? "")
        let forbidsColor = noColor || environment("NO_COLOR").map { !$0.isEmpty } ?? false
        let widths = [reportedWidth, environment("COLUMNS").flatMap { Int($0) }]
        self.init(
            isInteractive: isInteractive,
            width: widths.lazy.compactMap { $0 }.first { 1...10_000 ~= $0 } ?? Self.defaultWidth,
            usesColor: isInteractive && !isDumb && !forbidsColor, rewritesLines: isInteractive && !isDumb)
    }

    /// The standard output of this process.
    /// - Parameter isForced: whether to write as to a terminal with colours in any case.
    package static func standardOutput(noColor: Bool, isForced: Bool = false) -> Terminal {
        var terminal = Terminal(STDOUT_FILENO, noColor: noColor)
        if isForced {
            terminal.isInteractive = true
            terminal.usesColor = true
        }
        return terminal
    }

    /// The standard error of this process.
    package static func standardError(noColor: Bool) -> Terminal { Terminal(STDERR_FILENO, noColor: noColor) }

    private init(_ descriptor: CInt, noColor: Bool) {
        let isInteractive = isatty(descriptor) == 1
        var size = winsize()
        let isKnown = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        self.init(
            isInteractive: isInteractive, reportedWidth: isKnown ? Int(size.ws_col) : nil, noColor: noColor,
            environment: { EnvironmentVariable.value($0) })
        if isKnown, size.ws_row > 0 { height = Int(size.ws_row) }
    }
}
