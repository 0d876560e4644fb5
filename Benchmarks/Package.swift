// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "todo", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Hello", dependencies: [.product(name: "Hummingbird", package: "hummingbird")], path: "Hello"),
        .executableTarget(
            name: "Growth",
            dependencies: [
                .product(name: "GRDBSQLite", package: "GRDB.swift"), .product(name: "TodoKit", package: "todo"),
            ],
            path: "Growth"),
        .executableTarget(
            name: "Library",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "TodoKit", package: "todo"),
            ],
            path: "Library",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
