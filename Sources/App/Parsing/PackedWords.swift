/// Packs many words into few arguments: the parser removes each from the middle of the others, which takes quadratic
/// time.
enum PackedWords {
    /// NUL, which no argument can contain.
    private static let separator: Character = "\0"
    /// Up to this many words are left as they are.
    private static let many = 100

    /// The arguments with long runs of words packed into one; options, and words that may be their values, stay.
    static func pack(_ arguments: [String]) -> [String] {
        guard arguments.count > many else { return arguments }
        var packed: [String] = []
        var run: [String] = []
        var isAfterOptions = false
        func endRun() {
            if run.count > many {
                packed += [run[0], run.dropFirst().joined(separator: String(separator))]
            } else {
                packed += run
            }
            run = []
        }
        for argument in arguments {
            if !isAfterOptions, argument.hasPrefix("-") {
                endRun()
                packed.append(argument)
                isAfterOptions = argument == "--"
            } else {
                run.append(argument)
            }
        }
        endRun()
        return packed
    }

    /// The original words.
    static func unpack(_ words: [String]) -> [String] {
        words.flatMap {
            $0.contains(separator)
                ? $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) : [$0]
        }
    }
}
