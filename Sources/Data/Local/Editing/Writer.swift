package import TodoDomain

/// Who writes to a database: this process, with the clock and the identifiers that it was given.
package struct Writer: Sendable {
    package let environment: TodoEnvironment
    /// Names this process in the history.
    package let process: String
    /// Names the file among all files of all machines; empty for data in memory.
    package let fileIdentity: String

    package init(environment: TodoEnvironment, process: String, fileIdentity: String) {
        (self.environment, self.process, self.fileIdentity) = (environment, process, fileIdentity)
    }
}
