package import TodoDomain

/// The writer of a database: this process, with its environment.
package struct Writer: Sendable {
    package let environment: TodoEnvironment
    /// The name of this process in the history.
    package let process: String
    /// Identifies the file among all files of all machines; empty for data in memory.
    package let fileIdentity: String
    /// The program for which it writes; nil for a person.
    private(set) var client: HistoryClient?

    package init(environment: TodoEnvironment, process: String, fileIdentity: String) {
        self.environment = environment
        self.process = process
        self.fileIdentity = fileIdentity
    }

    /// The writer on behalf of the client of the current task, if there is one.
    var acting: Writer {
        var writer = self
        writer.client = HistoryClient.current
        return writer
    }
}
