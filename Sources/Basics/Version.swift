/// The version of the programs.
package enum Version {
    /// What `--version` prints.
    package static let current = "1.0.0"
}
