package import Foundation

/// Files written by other versions.
package enum Fixtures {
    /// The database of version 0.1.0; nil if the resources are missing.
    package static var database010: URL? {
        Bundle.module.url(forResource: "todo-0.1.0", withExtension: "sqlite", subdirectory: "Fixtures")
    }

    /// The database of schema 13; nil if the resources are missing.
    package static var database13: URL? {
        Bundle.module.url(forResource: "todo-schema-13", withExtension: "sqlite", subdirectory: "Fixtures")
    }

    /// The database of schema 15; nil if the resources are missing.
    package static var database15: URL? {
        Bundle.module.url(forResource: "todo-schema-15", withExtension: "sqlite", subdirectory: "Fixtures")
    }
}
