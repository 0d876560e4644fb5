import TodoKit

/// Parses values as they were typed.
enum Typed {
    /// Parses the value of an option. A refusal repeats the value unless its message already contains it; a short value
    /// may occur in it by chance.
    static func value<T>(_ text: String, of option: String, _ parse: (String) throws -> T) throws -> T {
        do {
            return try parse(text)
        } catch let error as TodoError {
            // A refusal that begins with the value needs only the option before it.
            let value = Sanitized.quoted(text)
            if error.reason.hasPrefix(value + ": ") { throw error.with(reason: "\(option) \(error.reason)") }
            if error.reason.hasPrefix(value) { throw error.said(of: "\(option) \(value)") }
            guard !text.isEmpty, text.count < 6 || !error.message.contains(text) else { throw error }
            throw error.said(of: "\(option) \(Sanitized.quoted(text))")
        }
    }
}
