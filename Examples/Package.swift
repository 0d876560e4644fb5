// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "examples",
    platforms: [.macOS(.v14), .iOS(.v17)],
    // Without what only the server and the programs use.
    dependencies: [
        .package(name: "todo", path: "..", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        .target(
            name: "OwnRemotes",
            dependencies: [
                .product(name: "TodoKit", package: "todo"), .product(name: "TodoNetwork", package: "todo"),
                .product(name: "FirestoreWire", package: "todo"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], path: "Remotes"),
        .executableTarget(
            name: "todo-board",
            dependencies: [
                "OwnRemotes", .product(name: "TodoKit", package: "todo"),
                .product(name: "TodoKitUI", package: "todo"),
            ], path: "Board"),
        .executableTarget(
            name: "todo-live",
            dependencies: [
                .product(name: "TodoKit", package: "todo"), .product(name: "TodoKitUI", package: "todo"),
            ], path: "Live"),
    ]
        // The steps of the tutorial, which shows these files; the last one is for SwiftUI.
        + (1...6).map { step in
            .executableTarget(
                name: "shopping-\(step)",
                dependencies: [
                    .product(name: "TodoKit", package: "todo"), .product(name: "TodoKitUI", package: "todo"),
                ], path: "Tutorial",
                sources: ["shopping-\(step).swift"])
        },
    swiftLanguageModes: [.v6]
)
