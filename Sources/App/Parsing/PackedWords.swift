/// Many words as few arguments: the parser takes each out of the middle of the others, which costs the square of their
/// number.
enum PackedWords {
    /// What no argument can hold, as C ends its strings with it.
    private static let separator: Character = "\0"
    /// Fewer than these are left as they are.
    private static let many = 100

    /// The arguments with long runs of words packed into one; options, and the words that may be their values, stay.
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

    /// The words as they were given.
    static func unpack(_ words: [String]) -> [String] {
        words.flatMap {
            $0.contains(separator)
                ? $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) : [$0]
        }
    }
}
