import Basics
public import Foundation
import TodoDomain
public import TodoLocal

extension StackConfiguration {
    /// The configuration from the program's launch arguments and environment.
    ///
    /// `--todo-stack` or `TODO_STACK` is `disk`, `memory`, `test`, `preview`, or a path, which contains a slash or ends in
    /// `.db`; `--todo-sync` or `TODO_SYNC` is `on` or `off`. A value follows its argument, or an `=` within it. Arguments
    /// take precedence over the environment. Arguments that do not begin with `--todo-`, and those after a `--`, belong to
    /// the program. Values that are not given are as in ``standard``.
    /// - Parameters:
    ///   - arguments: the program's name and its arguments; nil for those of this process.
    ///   - environment: the environment.
    /// - Throws: ``TodoError`` with code `usage` if an argument is mistyped, repeated, or has a missing or invalid value. It
    ///   does not fall back to a default, because a program started for a test must not open the user's own database.
    public static func launch(
        arguments: [String]? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> StackConfiguration {
        let given = try launchArguments((arguments ?? ProgramArguments.all).dropFirst())
        func value(_ argument: String, _ variable: String) -> (text: String, origin: String)? {
            if let text = given[argument] { return (text, argument) }
            return environment[variable].flatMap { $0.isEmpty ? nil : ($0, variable) }
        }
        var configuration: StackConfiguration
        switch value("--todo-stack", "TODO_STACK") {
        case nil, ("disk", _)?: configuration = .init(storage: .onDisk(path: defaultPath(environment: environment)))
        case ("memory", _)?: configuration = .inMemory
        case ("test", _)?: configuration = .test()
        case ("preview", _)?: configuration = .preview
        case let (path, _)? where path.contains("/") || path.hasSuffix(".db"):
            configuration = .init(storage: .onDisk(path: path))
        case let (text, origin)?:
            throw TodoError(
                .usage,
                """
                \(origin) is disk, memory, test, preview, or a path with a slash in it or .db at its end, not “\(text)”.
                """)
        }
        switch value("--todo-sync", "TODO_SYNC") {
        case nil: break
        case ("on", _)?: configuration.isSyncEnabled = true
        case ("off", _)?: configuration.isSyncEnabled = false
        case let (text, origin)?: throw TodoError(.usage, "\(origin) is on or off, not “\(text)”.")
        }
        return configuration
    }

    /// The values of the arguments that belong to the library.
    private static func launchArguments(_ arguments: some Sequence<String>) throws -> [String: String] {
        var values: [String: String] = [:]
        var rest = arguments.makeIterator()
        while let argument = rest.next(), argument != "--" {
            guard argument.hasPrefix("--todo-") else { continue }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts[0] == "--todo-stack" || parts[0] == "--todo-sync" else {
                throw TodoError(.usage, "There is no “\(parts[0])”; there are --todo-stack and --todo-sync.")
            }
            guard let value = parts.count > 1 ? parts[1] : rest.next(), !value.isEmpty, !value.hasPrefix("--") else {
                throw TodoError(.usage, "\(parts[0]) needs a value.")
            }
            guard values.updateValue(value, forKey: parts[0]) == nil else {
                throw TodoError(.usage, "\(parts[0]) is given twice.")
            }
        }
        return values
    }
}
