import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    @Suite("todo-server with TLS")
    struct TLSTests {
        private static func status(_ url: String, trusting certificate: String) async -> Int? {
            let transport = CurlTransport(
                configuration: .init(certificateAuthorityFile: certificate, proxy: .none))
            let request = HTTPRequest(
                method: .get, scheme: "https", authority: String(url.dropFirst("https://".count)), path: "/health")
            let status = try? await transport.collect(request).0.status.code
            await transport.shutDown()
            return status
        }

        @Test("it serves with its certificate, and with a new one after SIGHUP; one that is no good is not taken")
        func reload() async throws {
            let folder = try TemporaryFolder()
            _ = try Certificate(in: folder.path)
            let server = try ServerProcess(
                database: folder.file("server.db"),
                ["--tls-certificate", folder.file("certificate.pem"), "--tls-key", folder.file("key.pem")])
            #expect(server.url.hasPrefix("https://"))
            let old = folder.file("old.pem")
            try FileManager.default.copyItem(atPath: folder.file("certificate.pem"), toPath: old)
            #expect(await Self.status(server.url, trusting: old) == 200)
            try Data("no certificate".utf8).write(to: URL(filePath: folder.file("certificate.pem")))
            kill(server.process.processIdentifier, SIGHUP)
            try await Task.sleep(for: .milliseconds(300))
            #expect(await Self.status(server.url, trusting: old) == 200)
            _ = try Certificate(in: folder.path)
            kill(server.process.processIdentifier, SIGHUP)
            let url = server.url
            let isNew = await eventually { await Self.status(url, trusting: folder.file("certificate.pem")) == 200 }
            #expect(isNew)
            #expect(await Self.status(server.url, trusting: old) == nil)
            server.kill()
        }

        @Test("the log warns at the start of a certificate that expires soon, and again of a new one that has expired")
        func expiring() async throws {
            let folder = try TemporaryFolder()
            // It is good for two days.
            _ = try Certificate(in: folder.path)
            try Data().write(to: URL(filePath: folder.file("log")))
            let log = try FileHandle(forWritingTo: URL(filePath: folder.file("log")))
            let server = try ServerProcess(
                database: folder.file("server.db"),
                ["--tls-certificate", folder.file("certificate.pem"), "--tls-key", folder.file("key.pem")], log: log)
            let path = folder.file("log")
            @Sendable func says(_ text: String) -> Bool {
                String(decoding: contents(of: path) ?? Data(), as: UTF8.self).contains(text)
            }
            #expect(await eventually { says("certificate.pem expires in 1 day") })
            _ = try Certificate(in: folder.path, years: 2001...2002)
            kill(server.process.processIdentifier, SIGHUP)
            #expect(await eventually { says("certificate.pem has expired at 2002-12-31T23:59:59Z") })
            server.kill()
        }

        @Test("a certificate is warned of for its last fourteen days, in words that say how long that is")
        func expiry() {
            let end = Date(timeIntervalSince1970: 1_796_000_000)
            let expiry = CertificateExpiry(file: "c.pem", date: end)
            #expect(expiry.warning(at: end - 14 * 86_400) == nil)
            for (seconds, words) in [
                (14 * 86_400 - 1, "expires in 13 days, at 2026-11-30T"), (86_400, "expires in 1 day, at"),
                (60, "expires within a day, at"), (0, "has expired at"), (-1e9, "has expired at"),
            ] as [(Double, String)] {
                #expect(expiry.warning(at: end - seconds)?.contains(words) == true, "\(seconds)")
            }
        }

        @Test("what was recorded stays secret when the key becomes known: only suites with forward secrecy are spoken")
        func forwardSecrecy() throws {
            let folder = try TemporaryFolder()
            func openssl(_ arguments: String) throws -> Bool {
                let process = Process()
                process.executableURL = URL(filePath: "/bin/sh")
                process.arguments = ["-c", "exec openssl \(arguments) </dev/null >/dev/null 2>&1"]
                try process.run()
                process.waitUntilExit()
                return process.terminationStatus == 0
            }
            // With a key that could also decrypt.
            let (certificate, key) = (folder.file("certificate.pem"), folder.file("key.pem"))
            let makes = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
            try #require(try openssl("\(makes) -keyout \(key) -out \(certificate)"))
            let server = try ServerProcess(
                database: folder.file("server.db"), ["--tls-certificate", certificate, "--tls-key", key])
            func connects(_ options: String) throws -> Bool {
                try openssl("s_client -connect \(server.url.dropFirst("https://".count)) \(options)")
            }
            #expect(try connects("-tls1_3"))
            #expect(try connects("-tls1_2 -cipher ECDHE"))
            #expect(try !connects("-tls1_2 -cipher 'AES128-GCM-SHA256:@SECLEVEL=0'"))
            #expect(try !connects("-tls1_2 -cipher 'ALL:!ECDHE:@SECLEVEL=0'"))
            #expect(try !connects("-tls1_2 -cipher 'ECDHE+SHA1:@SECLEVEL=0'"))
            server.kill()
        }

        @Test("what would put tokens at risk is refused with words that say what to do")
        func refusals() throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            for host in ["0.0.0.0", "::", "192.0.2.1", "example.org"] {
                let refused = try ServerProcess.run("serve", "--host", host, "--port", "0", "--database", path)
                #expect(refused.status == 64 && refused.error.contains("--insecure-http"))
            }
            let open = try ServerProcess.run("serve", "--open", "--host", "0.0.0.0", "--insecure-http")
            #expect(open.status == 64 && open.error.contains("this machine only"))
            let half = try ServerProcess.run("serve", "--tls-key", "key.pem")
            #expect(half.status == 64)
            let missing = try ServerProcess.run(
                "serve", "--port", "0", "--database", path, "--tls-certificate", "none.pem", "--tls-key", "none.pem")
            #expect(missing.status == 78 && missing.error.contains("none.pem"))
        }

        @Test("the log tells what was asked and how it ended, and nothing of names, contents or tokens")
        func log() async throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            let token = try ServerProcess.run("user", "add", "zoe7", "--database", path).output
                .trimmingCharacters(in: .newlines)
            try Data().write(to: URL(filePath: folder.file("log")))
            let log = try FileHandle(forWritingTo: URL(filePath: folder.file("log")))
            let server = try ServerProcess(database: path, ["--log-level", "debug"], log: log)
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            for path in ["/users/zoe7/todos/s3cretid", "/users/bob7/todos/s3cretid", "/%zz/s3cretid"] {
                _ = try await endpoint.send(
                    .patch, Endpoint.documents + path, #"{"fields":{"a":{"stringValue":"c0ntent"}}}"#,
                    authorization: "Bearer \(token)")
            }
            await transport.shutDown()
            server.kill()
            let text = String(decoding: contents(of: folder.file("log")) ?? Data(), as: UTF8.self)
            #expect(text.contains(#""method":"patch""#) && text.contains(#""status":"403""#))
            for line in text.split(separator: "\n") {
                let time = try JSONValue(parsing: String(line))["time"]?.string ?? ""
                #expect(time.count == 23 && Timestamp(time + "Z") != nil, "in milliseconds and UTC: \(time)")
            }
            for secret in ["s3cretid", "c0ntent", "zoe7", "bob7", String(token.suffix(64))] {
                #expect(!text.contains(secret), "\(secret) stands in the log")
            }
        }
    }
}
