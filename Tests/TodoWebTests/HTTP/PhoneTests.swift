import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork
import TodoWeb

/// What docs/phone.md tells people to do.
@Suite("On a phone")
struct PhoneTests {
    @Test("the certificate that the documentation makes is trusted by who trusts its authority, and by nobody else")
    func certificate() async throws {
        let folder = try TemporaryFolder()
        let page = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../../docs/phone.md").standardized,
            encoding: .utf8)
        let commands = try #require(page.firstMatch(of: #/```sh\n((?:openssl|  -)(?s:.*?))```/#)?.1)
        #expect(commands.contains("IP:192.168.1.20"))
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-ec", String(commands).replacing("192.168.1.20", with: "127.0.0.1")]
        shell.currentDirectoryURL = URL(filePath: folder.path)
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        try await RunningSite.with(
            nil,
            { configuration, own in
                configuration.certificate = .init(chain: folder.file("todo.pem"), key: folder.file("todo.key"))
                configuration.passwordFile = own.file("password")
                try PasswordFile(path: own.file("password")).set("correct horse battery")
            }
        ) { site in
            let request = HTTPRequest(method: .get, scheme: "https", authority: site.authority, path: "/app/worker.js")
            for (file, isTrusted) in [("authority.pem", true), (nil, false)] as [(String?, Bool)] {
                var configuration = CurlTransport.Configuration(maximumConnectionsPerHost: 1, proxy: .none)
                configuration.certificateAuthorityFile = file.map { folder.file($0) }
                let transport = CurlTransport(configuration: configuration)
                let response = try? await transport.collect(request, body: nil).0
                await transport.shutDown()
                #expect((response?.status == .ok) == isTrusted)
                // From then on the browser does not ask without TLS.
                #expect((response?.headerFields[.strictTransportSecurity] != nil) == isTrusted)
            }
        }
    }
}
