#if canImport(CArguments)
    import CArguments
#endif

/// The version of the programs.
package enum Version {
    /// The version by itself, such as `1.0.0`.
    package static let current = "1.0.0"

    /// The text that `--version` prints. `make install` and `make dist` write the commit and its day into the program.
    package static var described: String {
        #if canImport(CArguments)
            let build = withUnsafeBytes(of: carguments_build) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return build.isEmpty ? current : "\(current) (\(build))"
        #else
            return current
        #endif
    }
}
