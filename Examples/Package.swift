// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "examples",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "todo", path: "..")],
    targets: [
        .executableTarget(name: "todo-live", dependencies: [.product(name: "TodoKit", package: "todo")], path: "Live")
    ],
    swiftLanguageModes: [.v6]
)
