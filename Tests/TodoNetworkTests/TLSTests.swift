import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("TLS")
    struct TLS {
        @Test(
            "a certificate is refused by default, accepted with its authority, and only for its own name",
            arguments: TransportKind.allCases)
        func certificates(kind: TransportKind) async throws {
            let server = try TLSServer()
            defer { server.stop() }
            func request(_ host: String) -> HTTPRequest {
                HTTPRequest(method: .get, scheme: "https", authority: "\(host):\(server.port)", path: "/")
            }
            try await withTransport(kind) { transport in
                let error = try await transportError { _ = try await transport.collect(request("127.0.0.1")) }
                guard kind.capabilities.contains(.exactErrors) else { return }
                #expect(error.code == .certificate)
                #expect(error.requestMayHaveReachedServer == false)
                #expect(error.description.contains("self-signed") || !kind.capabilities.contains(.ownAuthorities))
            }
            try kind.needs(.ownAuthorities)
            let trusting = TransportKind.Setup(
                certificateAuthorityFile: server.certificate.path, proxy: .none)
            try await withTransport(kind, setup: trusting) { transport in
                let (response, body) = try await transport.collect(request("127.0.0.1"))
                #expect(response.status == .ok)
                #expect(!body.isEmpty)
                let error = try await transportError { _ = try await transport.collect(request("localhost")) }
                #expect(error.code == .certificateName && error.description.contains("for another name"))
                #expect(error.requestMayHaveReachedServer == false)
            }
        }

        @Test(
            "a certificate that has expired, and one that is not valid yet, are said as such",
            arguments: TransportKind.allCases)
        func dates(kind: TransportKind) async throws {
            try kind.needs(.ownAuthorities)
            for (years, code, words) in [
                (2001...2002, HTTPTransportError.Code.certificateExpired, "has expired"),
                (2098...2099, .certificateNotYetValid, "is not valid yet"),
            ] {
                let server = try TLSServer(years: years)
                defer { server.stop() }
                let trusting = TransportKind.Setup(certificateAuthorityFile: server.certificate.path, proxy: .none)
                try await withTransport(kind, setup: trusting) { transport in
                    let error = try await transportError {
                        _ = try await transport.collect(
                            HTTPRequest(method: .get, scheme: "https", authority: "127.0.0.1:\(server.port)", path: "/")
                        )
                    }
                    #expect(error.code == code && error.description.contains(words), "\(error)")
                    #expect(error.requestMayHaveReachedServer == false)
                }
            }
        }

        @Test("a peer that does not speak TLS is a TLS error", arguments: TransportKind.allCases)
        func plainPeer(kind: TransportKind) async throws {
            let server = try ScriptedServer([.send("220 hello\r\n"), .hold])
            try await withTransport(kind, to: server) { transport in
                let error = try await transportError { _ = try await transport.collect(.to(server, scheme: "https")) }
                guard kind.capabilities.contains(.exactErrors) else { return }
                #expect(error.code == .tls)
                #expect(error.requestMayHaveReachedServer == false)
            }
        }

        @Test(
            "an authority file that cannot be read is a TLS error, not a connection without checks",
            arguments: TransportKind.allCases)
        func missingAuthority(kind: TransportKind) async throws {
            try kind.needs(.ownAuthorities)
            let server = try TLSServer()
            defer { server.stop() }
            let configuration = TransportKind.Setup(
                certificateAuthorityFile: server.certificate.path + ".missing", proxy: .none)
            try await withTransport(kind, setup: configuration) { transport in
                let error = try await transportError {
                    _ = try await transport.collect(
                        HTTPRequest(method: .get, scheme: "https", authority: "127.0.0.1:\(server.port)", path: "/"))
                }
                #expect(error.code == .tls)
            }
        }
    }
}

/// `openssl s_server` with a self-signed certificate for 127.0.0.1, both in a temporary folder.
private final class TLSServer {
    let certificate: URL
    let port: Int
    private let folder: URL
    private let process = Process()
    /// `waitUntilExit` only works on the thread that started the process, which a test may have left.
    private let exited = Gate()

    /// - Parameter years: in which the certificate is valid; nil for two days from now on.
    init(years: ClosedRange<Int>? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")
        certificate = folder.appendingPathComponent("certificate.pem")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let years {
            _ = try Certificate(in: folder.path, years: years)
        } else {
            _ = try Certificate(in: folder.path)
        }
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", "-www",
        ]
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        process.terminationHandler = { [exited] _ in exited.open() }
        try process.run()
        // It says "ACCEPT 127.0.0.1:port" when it is ready.
        var said = ""
        while !said.contains("ACCEPT") || !said.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "openssl s_server ended: \(said)")
            said += String(decoding: data, as: UTF8.self)
        }
        let number = said.split(separator: "\n").last { $0.hasPrefix("ACCEPT") }?.split(separator: ":").last
        port = try #require(number.flatMap { Int($0) })
    }

    func stop() {
        // Not `terminate`: a child of a dispatch worker may have inherited a mask that blocks its signal.
        kill(process.processIdentifier, SIGKILL)
        exited.wait()
        try? FileManager.default.removeItem(at: folder)
    }
}
