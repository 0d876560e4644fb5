import TestSupport
import Testing
import TodoLocal

/// Runs `body` while another stack on a database keeps everybody else from writing to it.
func whileAnotherWrites(
    to configuration: StackConfiguration, _ body: () async throws -> Void
) async throws {
    let other = try LocalStack(configuration)
    let (isWriting, mayEnd) = (Gate(), Gate())
    defer { mayEnd.open() }
    let writing = Task {
        try await other.writeAndRollBack("add") { _ in
            isWriting.open()
            _ = mayEnd.wait()
        }
    }
    #expect(await eventually { isWriting.wait(atMost: 0) })
    try await body()
    mayEnd.open()
    try await writing.value
}
