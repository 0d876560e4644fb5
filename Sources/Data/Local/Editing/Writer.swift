package import TodoDomain

/// The writer of a database: this process, with its environment.
package struct Writer: Sendable {
    package let environment: TodoEnvironment
    /// The name of this process in the history.
    package let process: String
    /// Identifies the file among all files of all machines; empty for data in memory.
    package let fileIdentity: String

    package init(environment: TodoEnvironment, process: String, fileIdentity: String) {
        (self.environment, self.process, self.fileIdentity) = (environment, process, fileIdentity)
    }
}
