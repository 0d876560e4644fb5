/// The version of the programs.
package enum Version {
    /// What `--version` prints.
    package static let current = "0.1.0"
}
