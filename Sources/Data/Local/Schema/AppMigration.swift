import SQLite
import TodoDomain

/// A step that changes the tables of an app, which are in the same database as those of TodoKit.
///
/// Steps are given to a store when it is opened (``StackConfiguration/migrations``). Each runs once, in its own
/// transaction, in the given order; the database remembers its name. A released step is never changed or renamed: a
/// later change is a new step.
/// ```swift
/// AppMigration(
///     "pomodoros",
///     """
///     CREATE TABLE app_pomodoro (id TEXT PRIMARY KEY, todoID TEXT NOT NULL, minutes INTEGER NOT NULL) STRICT, WITHOUT ROWID
///     """,
///     "CREATE INDEX app_pomodoro_todoID ON app_pomodoro (todoID)")
/// ```
/// The names of tables, indexes, views and triggers begin with `app_`. TodoKit's own tables cannot be changed. Their
/// columns may differ in a later version, so no view, trigger or foreign key may refer to them. A row refers to a to-do
/// by its id.
public struct AppMigration: Hashable, Sendable {
    /// Its name, unique among the steps of the app.
    public let name: String
    /// The statements, in order.
    let statements: [String]
    /// The index on a table of TodoKit that it makes or removes; a step has at most one.
    let index: String?
    /// Why it can never run; nil if it can.
    let fault: String?

    /// A step of SQL.
    /// - Parameters:
    ///   - name: its name, unique among the steps of the app.
    ///   - statements: the SQL, one or several statements in each text; never text that a person typed.
    public init(_ name: String, _ statements: String...) { self.init(name, statements) }

    private init(_ name: String, _ statements: [String], index: String? = nil, fault: String? = nil) {
        self.name = name
        self.statements = statements
        self.index = index
        self.fault = fault
    }

    /// A step that makes an index on a property of to-dos (``Todo/extras``). Conditions on the property and orders by
    /// it then use the index. Every write of a to-do updates the index, in other programs too.
    /// - Parameter extra: the name of the property, such as `com.example.mood`. It consists of ASCII letters, digits,
    ///   `.`, `_` and `-`; a store is not opened with other names.
    public static func index(onExtra extra: String) -> AppMigration {
        let (name, expression) = (indexName(extra), ExtraExpression(extra))
        return AppMigration(
            "index \(extra)",
            ["CREATE INDEX \"\(name)\" ON todo (\(expression.sorted), id) WHERE isDeleted = 0"], index: name,
            fault: expression.isIndexable ? nil : "names a property that no index can have")
    }

    /// A step that removes such an index.
    /// - Parameter extra: the name of the property.
    public static func noIndex(onExtra extra: String) -> AppMigration {
        let name = indexName(extra)
        return AppMigration(
            "no index \(extra)", ["DROP INDEX IF EXISTS \"\(name.replacing(scalar: "\"", with: "\"\""))\""], index: name
        )
    }

    /// A step that makes an index on a register of the records of apps (``AppModel``), within each type. Orders by the
    /// register, and conditions on it in that order, then use the index.
    /// - Parameter register: its name. It consists of ASCII letters, digits, `.`, `_` and `-`; a store is not opened
    ///   with other names.
    public static func index(onRegister register: String) -> AppMigration {
        let (name, expression) = (SchemaObjects.appPrefix + "register_" + register, ExtraExpression(register))
        return AppMigration(
            "index register \(register)",
            ["CREATE INDEX \"\(name)\" ON appRecord (type, \(expression.sorted), id) WHERE isDeleted = 0"], index: name,
            fault: expression.isIndexable ? nil : "names a register that no index can have")
    }

    private static func indexName(_ extra: String) -> String { SchemaObjects.appPrefix + "extra_" + extra }
}
