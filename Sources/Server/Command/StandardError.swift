import Foundation

/// Output for people rather than for the next program.
enum StandardError {
    /// Writes a line.
    static func say(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8)) }
}
