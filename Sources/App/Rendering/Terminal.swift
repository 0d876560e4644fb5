#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What one of the standard streams leads to, as far as rendering must know: a value, so that tests give it by hand.
package struct Terminal: Hashable, Sendable {
    /// Whether a person looks at it; a file or a pipe otherwise.
    package var isInteractive: Bool
    /// How many cells a line has.
    package var width: Int
    /// Whether text may be coloured.
    package var usesColor: Bool
    /// Whether a line can be written over, as progress bars do.
    package var rewritesLines: Bool

    package init(isInteractive: Bool, width: Int = defaultWidth, usesColor: Bool = false, rewritesLines: Bool = false) {
        (self.isInteractive, self.width) = (isInteractive, width)
        (self.usesColor, self.rewritesLines) = (usesColor, rewritesLines)
    }

    /// A file or a pipe.
    package static let pipe = Terminal(isInteractive: false)

    /// The width if nobody says another.
    package static let defaultWidth = 80

    /// What styles text for this terminal.
    package var styles: Styles { Styles(isEnabled: usesColor) }

    /// What a stream with these properties allows.
    /// - Parameters:
    ///   - reportedWidth: what the terminal says its width is; nil or 0 if it says nothing.
    ///   - environment: `COLUMNS`, `NO_COLOR` (no-color.org: set and not empty) and `TERM` are read.
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
    package static func standardOutput(noColor: Bool) -> Terminal { Terminal(STDOUT_FILENO, noColor: noColor) }

    /// The standard error of this process.
    package static func standardError(noColor: Bool) -> Terminal { Terminal(STDERR_FILENO, noColor: noColor) }

    private init(_ descriptor: CInt, noColor: Bool) {
        let isInteractive = isatty(descriptor) == 1
        var size = winsize()
        let isKnown = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        // getenv and not ProcessInfo, which would copy the whole environment at every start.
        self.init(isInteractive: isInteractive, reportedWidth: isKnown ? Int(size.ws_col) : nil, noColor: noColor) {
            getenv($0).map { String(cString: $0) }
        }
    }
}
