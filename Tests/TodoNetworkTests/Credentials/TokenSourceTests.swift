import Foundation
import TestSupport
import Testing
import TodoNetwork

@Suite("Tokens from files, the environment and commands")
struct TokenSourceTests {
    private let folder: TemporaryFolder
    private let now = ManualClock().now

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, mode: Int) throws -> StaticTokenCredentials {
        let path = folder.file("token")
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return StaticTokenCredentials(file: path)
    }

    @Test("a token file is read without its line end, and again when it has changed")
    func file() throws {
        let credentials = try write("abc\n", mode: 0o600)
        #expect(try credentials.token(at: now, replacing: nil) == (try BearerToken("abc")))
        _ = try write("def", mode: 0o400)
        #expect(try credentials.token(at: now, replacing: try BearerToken("abc")) == (try BearerToken("def")))
    }

    @Test("a token file that others can open is refused", arguments: [0o644, 0o640, 0o660, 0o606, 0o604])
    func mode(mode: Int) throws {
        let credentials = try write("secret", mode: mode)
        let error = try #require(throws: CredentialError.self) { try credentials.token(at: now, replacing: nil) }
        #expect(error.code == .insecureFile)
        #expect(error.diagnostic == folder.file("token"))
    }

    @Test("a token file that is missing, empty, a folder or no text is refused")
    func unreadable() throws {
        let missing = StaticTokenCredentials(file: folder.file("nowhere"))
        #expect(throws: CredentialError.self) { try missing.token(at: now, replacing: nil) }
        let directory = StaticTokenCredentials(file: folder.path)
        #expect(throws: CredentialError.self) { try directory.token(at: now, replacing: nil) }
        for text in ["", " \n", "two words", "two\nlines", "ü"] {
            let credentials = try write(text, mode: 0o600)
            #expect(throws: CredentialError(.malformedToken)) { try credentials.token(at: now, replacing: nil) }
        }
    }

    @Test("a token of the environment is used, and missed")
    func environment() throws {
        let credentials = try StaticTokenCredentials(variable: "TODO_TOKEN", of: ["TODO_TOKEN": " abc "])
        #expect(try credentials.token(at: now, replacing: nil) == (try BearerToken("abc")))
        #expect(throws: CredentialError(.missingVariable, "TODO_TOKEN")) {
            try StaticTokenCredentials(variable: "TODO_TOKEN", of: [:])
        }
    }

    #if os(Linux) || os(macOS)
        @Test("a command's output is the token, its arguments are no shell's, and it is not asked each time")
        func command() async throws {
            let path = folder.file("count")
            let script = #"echo x >> "$0"; printf ' %s\n' "$1""#
            let credentials = CommandCredentials(["sh", "-c", script, path, "$HOME;token"])
            #expect(try await credentials.token(at: now, replacing: nil)?.secret == Secret("$HOME;token"))
            #expect(try await credentials.token(at: now + 299, replacing: nil) != nil)
            #expect(contents(of: path) == Data("x\n".utf8))
            let first = try await credentials.token(at: now + 301, replacing: nil)
            _ = try await credentials.token(at: now + 301, replacing: first)
            #expect(contents(of: path) == Data("x\nx\nx\n".utf8))
        }

        @Test(
            "a command that fails, prints nothing or does not exist is an error",
            arguments: [
                (["sh", "-c", "echo secret; exit 3"], CredentialError.Code.commandFailed),
                (["sh", "-c", "kill -9 $$"], .commandFailed), (["true"], .malformedToken),
                (["/nonexistent/secret"], .commandFailed), (["no-such-program"], .commandFailed), ([], .commandFailed),
            ])
        func commandFails(command: [String], code: CredentialError.Code) async throws {
            let error = try await #require(throws: CredentialError.self) {
                try await CommandCredentials(command).token(at: now, replacing: nil)
            }
            #expect(error.code == code)
            #expect(!"\(error)".contains("secret"))
        }

        @Test("what a person types is split at spaces, or is for the shell if only that understands it")
        func commandLine() async throws {
            #expect(
                CommandCredentials.words(of: "gcloud auth  print-access-token --account=ada@example.org")
                    == ["gcloud", "auth", "print-access-token", "--account=ada@example.org"])
            for line in ["pass show 'my token'", "pass show x | head -1", "cat ~/.token", "A=b prog", "echo $TOKEN"] {
                #expect(CommandCredentials.words(of: line) == ["/bin/sh", "-c", line])
            }
            let piped = CommandCredentials(CommandCredentials.words(of: "printf '%s' 'a b' | tr -d ' '"))
            #expect(try await piped.token(at: now, replacing: nil)?.secret == Secret("ab"))
        }

        @Test("a command that fails says why in its own words, however much it has said before")
        func commandSays() async throws {
            func error(_ script: String) async throws -> CredentialError {
                try await #require(throws: CredentialError.self) {
                    try await CommandCredentials(["sh", "-c", script]).token(at: now, replacing: nil)
                }
            }
            let much = "head -c 300000 /dev/zero >&2; echo >&2; "
            let failed = try await error(much + "printf 'no such \\033[31mkey\\n\\n' >&2; exit 3")
            #expect(failed == CredentialError(.commandFailed, "no such [31mkey"))
            #expect(try await error("exit 3") == CredentialError(.commandFailed))
            let silence = "the command sh printed nothing"
            #expect(try await error(":") == CredentialError(.malformedToken, silence))
            #expect(try await error("echo locked >&2") == CredentialError(.malformedToken, silence + ": locked"))
            let talkative = CommandCredentials(["sh", "-c", much + "echo token"])
            #expect(try await talkative.token(at: now, replacing: nil)?.secret == Secret("token"))
        }

        @Test("a command that does not end, or prints without end, is killed")
        func commandHangs() async throws {
            for command in [["sleep", "600"], ["yes"]] {
                let credentials = CommandCredentials(command, timeout: .milliseconds(200))
                await #expect(throws: CredentialError(.commandTimeout)) {
                    try await credentials.token(at: now, replacing: nil)
                }
            }
        }

        private func number(in file: String) -> Int32? {
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
            return Int32(text.trimmingCharacters(in: .newlines))
        }

        @Test("a command that does not end is killed with all that it has started, and nothing is left of it")
        func commandHangsWithOthers() async throws {
            let (id, mark) = (folder.file("id"), folder.file("mark"))
            let script = #"echo $$ > "$0"; (sleep 20; : > "$1") | cat"#
            let credentials = CommandCredentials(["sh", "-c", script, id, mark], timeout: .milliseconds(500))
            await #expect(throws: CredentialError(.commandTimeout)) {
                try await credentials.token(at: now, replacing: nil)
            }
            #expect(contents(of: mark) == nil, "what it had started was waited for")
            if let process = number(in: id) { #expect(kill(process, 0) != 0, "it is still a zombie") }
        }

        @Test("what a command leaves running when it ends is not waited for, and goes on")
        func commandLeavesOthers() async throws {
            let id = folder.file("id")
            let credentials = CommandCredentials(["sh", "-c", #"sleep 60 & echo $! > "$0"; echo token"#, id])
            #expect(try await credentials.token(at: now, replacing: nil)?.secret == Secret("token"))
            let process = try #require(number(in: id))
            #expect(kill(process, 0) == 0)
            kill(process, SIGKILL)
        }
    #endif

    #if os(Linux)
        @Test("a command starts as from a shell: no signal is blocked or ignored, and no descriptor is left open")
        func commandSurroundings() async throws {
            func printed(_ command: String...) async throws -> String? {
                try await CommandCredentials(command).token(at: now, replacing: nil)?.secret.revealed
            }
            signal(SIGUSR2, SIG_IGN)
            defer { signal(SIGUSR2, SIG_DFL) }
            #expect(try await printed("sed", "-n", "s/^SigBlk:.//p", "/proc/self/status") == "0000000000000000")
            let signals = try await printed("sed", "-n", "s/^SigIgn:.//p", "/proc/self/status") ?? ""
            let ignored = try #require(UInt64(signals, radix: 16))
            #expect(ignored & (UInt64(1) << UInt64(SIGUSR2 - 1)) == 0)
            // Inherited unless somebody closes it, as those of some libraries are.
            var ends: [Int32] = [-1, -1]
            let isMade = pipe(&ends) == 0
            try #require(isMade)
            defer { for end in ends { close(end) } }
            let script = #"if [ -e "/proc/self/fd/$0" ]; then echo open; else echo closed; fi"#
            #expect(try await printed("sh", "-c", script, "\(ends[0])") == "closed")
        }
    #endif
}
