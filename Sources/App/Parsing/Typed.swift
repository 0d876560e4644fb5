import TodoKit

/// Values as they were typed.
enum Typed {
    /// Understands the value of an option; what is refused is repeated, where the sentence does not do so by itself. A
    /// short one it may hold by chance.
    static func value<T>(_ text: String, of option: String, _ parse: (String) throws -> T) throws -> T {
        do {
            return try parse(text)
        } catch let error as TodoError {
            guard !text.isEmpty, text.count < 6 || !error.message.contains(text) else { throw error }
            throw error.said(of: "\(option) \(Sanitized.quoted(text))")
        }
    }
}
