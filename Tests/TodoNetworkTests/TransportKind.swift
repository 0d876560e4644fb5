import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing
import TodoNetwork
import TodoURLSession

/// A transport that has to pass the tests. What it declares it cannot do is skipped, and shown as skipped.
enum TransportKind: String, CaseIterable, CustomTestStringConvertible {
    case curl = "libcurl"
    case urlSession = "URLSession"

    /// What tests need differently from the defaults. No test uses a proxy unless it says so.
    struct Setup {
        var certificateAuthorityFile: String?
        var maximumConnectionsPerHost = 6
        var proxy = HTTPProxy.none
        var logger: Logger?
    }

    var testDescription: String { rawValue }

    func make(_ setup: Setup) -> any HTTPTransport {
        switch self {
        case .curl:
            CurlTransport(
                configuration: .init(
                    certificateAuthorityFile: setup.certificateAuthorityFile,
                    maximumConnectionsPerHost: setup.maximumConnectionsPerHost, proxy: setup.proxy,
                    logger: setup.logger))
        case .urlSession:
            URLSessionTransport(
                configuration: .init(maximumConnectionsPerHost: setup.maximumConnectionsPerHost, logger: setup.logger))
        }
    }

    var capabilities: HTTPCapabilities { make(Setup()).capabilities }

    /// Skips the test for a transport that declares it cannot do this.
    func needs(_ needed: HTTPCapabilities, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let missing = needed.subtracting(capabilities)
        guard !missing.isEmpty else { return }
        // A case that is cancelled is counted as one that passed, and nothing else tells of it on the console.
        print("➜ skipped, as \(testDescription) cannot: \(missing) · \(Test.current?.displayName ?? "")")
        try Test.cancel("\(testDescription) cannot: \(missing)", sourceLocation: sourceLocation)
    }
}

/// Runs a test with its own transport, and fails if it leaves a connection behind.
func withTransport(
    _ kind: TransportKind = .curl, to servers: ScriptedServer..., setup: TransportKind.Setup = .init(),
    _ body: (any HTTPTransport) async throws -> Void
) async throws {
    let transport = kind.make(setup)
    do {
        try await body(transport)
    } catch {
        await transport.shutDown()
        for server in servers { server.stop() }
        throw error
    }
    await transport.shutDown()
    for server in servers {
        let isQuiet = await eventually { server.endedConnectionCount == server.connectionCount }
        #expect(isQuiet, "a connection outlived its transport")
        server.stop()
    }
}
