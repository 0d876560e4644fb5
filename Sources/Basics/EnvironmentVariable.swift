import Foundation

/// Reads single variables of this process's environment. `ProcessInfo` makes a dictionary of all of them at each call, which
/// a command that runs for milliseconds notices (docs/performance.md).
package enum EnvironmentVariable {
    /// The value of a variable; nil if it is not set.
    package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
