// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "shopping",
    platforms: [.macOS(.v14), .iOS(.v17)],
    // Without what only the server and the programs of the package need.
    dependencies: [.package(name: "todo", path: "../todo", traits: [])],
    targets: [
        .executableTarget(
            name: "shopping",
            dependencies: [
                .product(name: "TodoKit", package: "todo"),
                .product(name: "TodoKitUI", package: "todo"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
