// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "examples",
    platforms: [.macOS(.v14), .iOS(.v17)],
    // Without what only the server and the programs use.
    dependencies: [.package(name: "todo", path: "..", traits: [])],
    targets: [
        .executableTarget(
            name: "todo-live",
            dependencies: [
                .product(name: "TodoKit", package: "todo"), .product(name: "TodoKitUI", package: "todo"),
            ], path: "Live")
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
