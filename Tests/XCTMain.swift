import Testing

/// Where a run of the tests begins. With a file of this name SwiftPM makes none by itself, for which it would need an index of
/// all code, which costs a tenth of each compilation.
@main
enum Runner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
