// swift-tools-version: 6.1
import PackageDescription

// Whoever takes TodoKit needs neither the server nor the programs: `.package(url: …, traits: [])` leaves out what only they
// use. One folder of a build has one set of traits.
let forServer: TargetDependencyCondition? = .when(traits: ["Server"])
let forPrograms: TargetDependencyCondition? = .when(traits: ["Programs"])

// libcurl carries HTTP where it is part of the system; elsewhere URLSession does.
let withCurl: TargetDependencyCondition? = .when(platforms: [.linux, .macOS])
let withoutCurl: TargetDependencyCondition? = .when(platforms: [.iOS, .macCatalyst, .tvOS, .watchOS, .visionOS])

let package = Package(
    name: "todo",
    platforms: [.macOS(.v14), .iOS(.v17), .macCatalyst(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "TodoKit", targets: ["TodoKit", "TodoDomain", "TodoLocal", "TodoFormats"]),
        .library(name: "TodoKitUI", targets: ["TodoKitUI"]),
        .library(name: "TodoKitTesting", targets: ["TodoKitTesting"]),
        .library(name: "TodoNetwork", targets: ["TodoNetwork"]),
        .library(name: "TodoURLSession", targets: ["TodoURLSession"]),
        .library(name: "FirestoreWire", targets: ["FirestoreWire"]),
        .executable(name: "todo", targets: ["todo"]),
        .executable(name: "todo-server", targets: ["todo-server"]),
        .executable(name: "todo-web", targets: ["todo-web"]),
        .executable(name: "todo-dav", targets: ["todo-dav"]),
    ],
    traits: [
        .trait(name: "Server", description: "The server: TodoServer and todo-server."),
        .trait(
            name: "Programs",
            description: "The programs: todo, todo-web, todo-dav, todo-server and the makers of their manuals."),
        .default(enabledTraits: ["Server", "Programs"]),
    ],
    dependencies: [
        // Those that the libraries use: from the tested version to the next major one, so that an app can take them beside
        // other packages, and has their security fixes.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // Those that only the server and the programs use.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .target(name: "CArguments", path: "Sources/CArguments"),
        .target(
            name: "Basics", dependencies: [.target(name: "CArguments", condition: .when(platforms: [.linux]))],
            path: "Sources/Basics"),
        .target(name: "JSON", path: "Sources/JSON"),
        .target(name: "TodoDomain", dependencies: ["Basics", "JSON"], path: "Sources/Domain"),
        .target(
            name: "SQLite",
            dependencies: [
                "Basics", "JSON", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Sources/Data/SQLite"),
        .target(
            name: "TodoLocal",
            dependencies: [
                "TodoDomain", "SQLite", "Basics", "JSON", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Sources/Data/Local"),
        .target(
            name: "TodoMaintenance",
            dependencies: [
                "TodoLocal", "TodoDomain", "SQLite", "Basics", "JSON", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources/Data/Maintenance"),
        .target(
            name: "TodoSync", dependencies: ["TodoDomain", "FirestoreWire", "Basics", "JSON"], path: "Sources/Data/Sync"
        ),
        .target(name: "FirestoreWire", dependencies: ["Basics", "JSON"], path: "Sources/Data/Firestore"),
        .target(
            name: "TodoFormats", dependencies: ["TodoDomain", "GzipCoding", "Basics", "JSON"],
            path: "Sources/Data/Formats"),
        .target(
            name: "TodoKit",
            dependencies: [
                "TodoRepositories", "TodoDomain", "TodoLocal", "TodoMaintenance", "SQLite", "TodoSync", "TodoNetwork",
                "FirestoreWire", "TodoFormats", "Basics", "JSON",
                .target(name: "TodoURLSession", condition: withoutCurl),
            ],
            path: "Sources/Kit"),
        .target(
            name: "TodoAssistant", dependencies: ["TodoKit", "TodoFormats", "TodoDomain", "Basics", "JSON"],
            path: "Sources/Assistant"),
        .target(name: "TodoKitUI", dependencies: ["TodoKit", "TodoDomain", "Basics"], path: "Sources/KitUI"),
        .target(
            name: "TodoKitTesting",
            dependencies: [
                "TodoKit", "TodoDomain", "TodoSync", "FirestoreWire", "Basics",
                .target(name: "TodoServer", condition: forServer),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/KitTesting"),
        .target(
            // A remote, a sign-in and a transport of an app's own, as the documentation shows them. Not a product.
            name: "OwnRemotes",
            dependencies: [
                "TodoKit", "TodoDomain", "TodoNetwork", "FirestoreWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], path: "Examples/Remotes", packageAccess: false),
        .target(
            name: "TodoRepositories", dependencies: ["TodoLocal", "TodoDomain"], path: "Sources/Data/Repositories"),
        .executableTarget(
            name: "todo",
            dependencies: [
                "TodoKit", "TodoDomain", "TodoAssistant", "TodoFormats", "Basics", "JSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forPrograms),
            ],
            path: "Sources/App", resources: [.embedInCode("Licenses/licenses.txt")]),
        .systemLibrary(
            // No pkgConfig, which would link the library: it is loaded when it is first used.
            name: "CCurl", path: "Sources/CCurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .target(
            name: "TodoNetwork",
            dependencies: [
                "FirestoreWire", "Basics", "JSON",
                .target(name: "CCurl", condition: withCurl),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Data/Network"),
        .target(
            // Of its own, as FoundationNetworking would link libcurl and thirty other libraries into `todo`
            // (docs/decisions/0031-urlsession-where-there-is-no-libcurl.md).
            name: "TodoURLSession",
            dependencies: [
                "TodoNetwork", "Basics",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Data/URLSession"),
        .systemLibrary(name: "CZlib", path: "Sources/CZlib", providers: [.apt(["zlib1g-dev"])]),
        // For what answers requests, and for files in archives.
        .target(name: "GzipCoding", dependencies: ["CZlib"], path: "Sources/Data/Gzip"),
        .target(
            name: "TodoServer",
            dependencies: [
                "SQLite", "FirestoreWire", "GzipCoding", "Basics", "JSON",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird", condition: forServer),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: forServer),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: forServer),
                .product(name: "NIOCore", package: "swift-nio", condition: forServer),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: forServer),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: forServer),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: forServer),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: forServer),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Server/Core"),
        .executableTarget(
            name: "todo-server",
            dependencies: [
                "TodoServer", "TodoNetwork", "FirestoreWire", "Basics", "JSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forPrograms),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Sources/Server/Command"),
        .systemLibrary(
            // Part of each Debian system, and its header of what every compiler needs there.
            name: "CCrypt", path: "Sources/CCrypt", providers: [.apt(["libcrypt-dev"])]),
        .target(
            // What the pages and the calendars share: HTTP and TLS, who may ask, and how connections end.
            name: "WebService",
            dependencies: [
                "TodoKit", "Basics",
                .product(name: "Hummingbird", package: "hummingbird", condition: forPrograms),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: forPrograms),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: forPrograms),
                .product(name: "NIOCore", package: "swift-nio", condition: forPrograms),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: forPrograms),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: forPrograms),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: forPrograms),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: forPrograms),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Web/Service"),
        .target(
            // What the commands of the pages and of the calendars share.
            name: "ServiceOptions",
            dependencies: [
                "TodoKit", "Basics",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forPrograms),
            ],
            path: "Sources/Web/Options"),
        .target(
            // The pages are part of the program, so that it needs no files beside it.
            name: "TodoWeb",
            dependencies: [
                "WebService", "TodoKit", "TodoDomain", "TodoLocal", "TodoNetwork", "GzipCoding", "Basics", "JSON",
                .target(name: "CCrypt", condition: .when(platforms: [.linux])),
                .product(name: "Hummingbird", package: "hummingbird", condition: forPrograms),
                .product(name: "Mustache", package: "swift-mustache", condition: forPrograms),
                .product(name: "NIOCore", package: "swift-nio", condition: forPrograms),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: forPrograms),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Web/Core",
            resources: [.embedInCode("Templates"), .embedInCode("Assets")]),
        .executableTarget(
            name: "todo-web",
            dependencies: [
                "TodoWeb", "WebService", "ServiceOptions", "TodoKit", "Basics",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forPrograms),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Web/Command"),
        .target(
            // Knows nothing of HTTP: a folder of .ics files is merged in the same way.
            name: "DavMerge",
            dependencies: [
                "TodoKit", "TodoLocal", "TodoFormats", "TodoDomain", "SQLite", "GzipCoding", "Basics", "JSON",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Sources/Dav/Merge"),
        .target(
            name: "TodoDav",
            dependencies: [
                "DavMerge", "WebService", "TodoKit", "TodoLocal", "TodoFormats", "TodoDomain", "SQLite", "GzipCoding",
                "Basics", "JSON",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird", condition: forPrograms),
                .product(name: "NIOCore", package: "swift-nio", condition: forPrograms),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Dav/Server"),
        .executableTarget(
            name: "todo-dav",
            dependencies: [
                "TodoDav", "DavMerge", "ServiceOptions", "TodoKit", "TodoDomain", "Basics",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forPrograms),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Dav/Command"),
        .executableTarget(
            // Not a product: it makes the man pages when the others are installed.
            name: "manual",
            dependencies: [
                "Basics", "JSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forPrograms),
            ],
            path: "Sources/Manual"),
        .target(
            name: "TestSupport",
            dependencies: [
                "TodoDomain", "TodoLocal", "TodoKit", "TodoKitTesting", "TodoNetwork", "Basics", "JSON",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Tests/Support", resources: [.copy("Fixtures")]),
        .target(
            name: "SyncSimulation",
            dependencies: [
                "TodoDomain", "TodoLocal", "TodoMaintenance", "TodoSync", "TodoKit", "FirestoreWire", "JSON",
                "TestSupport", "TodoKitTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Tests/Simulation"),
        .target(
            name: "DavSimulation",
            dependencies: [
                "DavMerge", "TodoFormats", "TodoDomain", "TodoLocal", "TodoKit", "TodoKitTesting", "JSON",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Tests/DavSimulation"),
        .executableTarget(
            name: "simulate", dependencies: ["SyncSimulation", "DavSimulation", "TestSupport"], path: "Tests/Simulate"),
        .executableTarget(name: "crash", dependencies: ["SyncSimulation"], path: "Tests/Crash"),
        .testTarget(
            name: "TodoSyncTests",
            dependencies: [
                "SyncSimulation", "crash", "TodoDomain", "TodoLocal", "TodoSync", "FirestoreWire", "JSON",
                "TestSupport",
            ],
            path: "Tests/TodoSyncTests"),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], path: "Tests/JSONTests"),
        .testTarget(
            name: "FirestoreWireTests", dependencies: ["FirestoreWire", "JSON", "TestSupport"],
            path: "Tests/FirestoreWireTests"),
        .testTarget(
            name: "TodoFormatsTests", dependencies: ["TodoFormats", "TodoDomain", "JSON", "TestSupport"],
            path: "Tests/TodoFormatsTests", resources: [.copy("Fixtures")]),
        .testTarget(
            name: "TodoLocalTests",
            dependencies: [
                "TodoDomain", "TodoLocal", "TodoMaintenance", "TodoKit", "SQLite", "Basics", "JSON", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/TodoLocalTests"),
        .testTarget(
            name: "TodoKitTests",
            dependencies: [
                "TodoDomain", "TodoLocal", "TodoKit", "TodoSync", "TodoNetwork", "FirestoreWire", "Basics",
                "TestSupport", "todo-server",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/TodoKitTests"),
        .testTarget(
            name: "TodoAssistantTests",
            dependencies: ["TodoAssistant", "TodoKit", "TodoDomain", "TodoLocal", "JSON", "Basics", "TestSupport"],
            path: "Tests/TodoAssistantTests"),
        .testTarget(
            name: "TodoKitUITests",
            dependencies: ["TodoKitUI", "TodoKit", "TodoDomain", "TodoKitTesting", "TodoSync", "TestSupport"],
            path: "Tests/TodoKitUITests"),
        .testTarget(
            name: "TodoKitTestingTests",
            dependencies: [
                "OwnRemotes", "TodoKitTesting", "TodoKitUI", "TodoKit", "TodoDomain", "TodoSync", "TodoNetwork",
                "FirestoreWire",
                "Basics", .product(name: "HTTPTypes", package: "swift-http-types"),
            ], path: "Tests/TodoKitTestingTests"),
        .testTarget(
            name: "TodoNetworkTests",
            dependencies: [
                "TodoNetwork", "TodoURLSession", "FirestoreWire", "Basics", "JSON", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/TodoNetworkTests"),
        .testTarget(
            name: "TodoServerTests",
            dependencies: [
                "TodoServer", "todo-server", "SQLite", "TodoNetwork", "FirestoreWire", "GzipCoding", "Basics", "JSON",
                "TestSupport",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: forServer),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/TodoServerTests", resources: [.copy("Fixtures")]),
        .testTarget(
            name: "TodoCommandTests",
            dependencies: [
                "todo", "todo-server", "manual", "TodoKit", "TodoDomain", "TodoLocal", "JSON", "Basics", "TestSupport",
            ],
            path: "Tests/TodoCommandTests", exclude: ["Fixtures"]),
        .testTarget(
            name: "TodoWebTests",
            dependencies: [
                "TodoWeb", "WebService", "todo-web", "todo", "todo-server", "TodoKit", "TodoDomain", "TodoLocal",
                "TodoKitTesting", "TodoNetwork", "JSON", "Basics", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/TodoWebTests"),
        .testTarget(
            name: "DavMergeTests",
            dependencies: [
                "DavSimulation", "DavMerge", "TodoFormats", "TodoDomain", "TodoLocal", "TodoKit", "TodoKitTesting",
                "Basics",
                "JSON", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/DavMergeTests"),
        .testTarget(
            name: "TodoDavTests",
            dependencies: [
                "TodoDav", "DavMerge", "WebService", "todo-dav", "todo", "TodoKit", "TodoLocal", "TodoDomain",
                "TodoKitTesting", "TodoNetwork", "GzipCoding", "JSON", "Basics", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/TodoDavTests"),
        .testTarget(
            name: "TodoDomainTests", dependencies: ["TodoDomain", "Basics", "JSON", "TestSupport"],
            path: "Tests/TodoDomainTests", exclude: ["QuickAdd/Fixtures"]),
    ],
    swiftLanguageModes: [.v6]
)

// One list of settings for all of our targets: Swift 6 mode is set above.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// `make example` builds the examples with what is built already. They are a package of their own (Examples/Package.swift), and
// have no more access here than they have there.
if Context.environment["TODO_EXAMPLES"] != nil {
    package.targets += [
        .executableTarget(
            name: "todo-live", dependencies: ["TodoKit", "TodoKitUI"], path: "Examples/Live", packageAccess: false),
        .executableTarget(
            name: "todo-board", dependencies: ["TodoKit", "TodoKitUI", "OwnRemotes"], path: "Examples/Board",
            packageAccess: false),
    ]
    package.targets += (1...6).map { step in
        .executableTarget(
            name: "shopping-\(step)", dependencies: ["TodoKit", "TodoKitUI"], path: "Examples/Tutorial",
            sources: ["shopping-\(step).swift"], packageAccess: false)
    }
}

// `make quick ONLY=Domain` builds the tests of one target, and of the rest only what they need.
if let only = Context.environment["TODO_ONLY"] {
    var needed: Set = [only]
    while true {
        let more = package.targets.filter { needed.contains($0.name) }.flatMap(\.dependencies).compactMap {
            switch $0 {
            case .targetItem(let name, _), .byNameItem(let name, _): name
            default: nil
            }
        }
        guard !needed.isSuperset(of: more) else { break }
        needed.formUnion(more)
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
