import Foundation
import TodoKit

/// A model of an app, as it would be written outside: with public API only.
struct Mood: AppModel, Codable {
    static let recordType = "org.example.moody.mood"

    var id: Identifier<Mood>
    var value: Int
    var title: String?
    var todo: Todo.ID?
    var at: Date?
}

/// The same type in a later version of the app.
struct LaterMood: AppModel, Codable {
    static let recordType = Mood.recordType

    var id: Identifier<LaterMood>
    var value: Int
    var color: String?
    var faces: [String]?
}

/// A model with a type of numbers that go beyond those of a register.
struct Counter: AppModel, Codable {
    static let recordType = "org.example.counter"

    var id: Identifier<Counter>
    var value: UInt64
}

/// One that stays on its device, and writes its registers itself.
struct Draft: AppModel {
    static let recordType = "org.example.moody.draft"
    static let isSynced = false

    let id: Identifier<Draft>
    var text: String

    init(_ id: String, _ text: String) {
        self.id = Identifier(id) ?? Identifier(UUID())
        self.text = text
    }

    func registers() -> [String: JSONValue] { ["text": .string(text)] }
    init(id: Identifier<Draft>, registers: [String: JSONValue]) {
        self.id = id
        text = registers["text"]?.string ?? ""
    }
}

extension Mood {
    init(_ id: String, _ value: Int, title: String? = nil) {
        self.init(id: Identifier(id) ?? Identifier(UUID()), value: value, title: title)
    }
}
