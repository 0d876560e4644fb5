import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit

/// Whose settings a program follows.
@Suite("The settings of a person")
struct UserSettingsTests {
    private static let text = """
        [list]
        sort = due
        [remind]
        command = touch /tmp/never
        ntfy-token-file = /etc/passwd
        mail-program = /tmp/evil
        """

    private func settings(mode: Int, in folder: TemporaryFolder) throws -> UserSettings {
        let path = folder.path + "/config"
        try Self.text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return UserSettings(path: path)
    }

    private func read(_ settings: UserSettings) throws -> (settings: Settings, problems: [SettingsProblem]) {
        Settings.read(try settings.file(), commands: [], now: ManualClock().now, timeZone: .gmt)
    }

    @Test(
        "a file that others can write runs nothing, and everything else in it counts",
        arguments: [0o664, 0o646, 0o666, 0o777])
    func writable(mode: Int) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = try settings(mode: mode, in: folder)
        let (found, problems) = try read(file)
        #expect(found.delivery.command == nil && found.delivery.ntfyTokenFile == nil)
        #expect(found.delivery.mailProgram == Settings().delivery.mailProgram)
        #expect(found.order.map(\.key) == [.due])
        #expect(problems.map(\.name) == ["remind.command", "remind.ntfy-token-file", "remind.mail-program"])
        #expect(problems.allSatisfy { $0.reason.contains("chmod go-w \(file.path)") })
        // Otherwise the file that is written would be trusted with these settings.
        for (name, value) in [("list.sort", "title"), ("remind.command", "mine")] {
            let error = #expect(throws: TodoError.self) { try file.set(name, to: value, commands: []) }
            #expect(error?.code == .badSetting && error?.reason.contains("chmod go-w") == true)
        }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == Self.text)
    }

    @Test("a file that others can only read is followed", arguments: [0o600, 0o644, 0o444, 0o400])
    func own(mode: Int) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (found, problems) = try read(settings(mode: mode, in: folder))
        #expect(found.delivery.command == "touch /tmp/never" && found.delivery.mailProgram == "/tmp/evil")
        #expect(problems.isEmpty)
    }

    @Test(
        "a file of somebody else runs nothing",
        .enabled(if: geteuid() == 0, "only an administrator can give a file away"))
    func foreign() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = try settings(mode: 0o600, in: folder)
        #expect(chown(file.path, 12_345, 12_345) == 0)
        let (found, problems) = try read(file)
        #expect(found.delivery.command == nil && problems.count == 3)
        #expect(problems.allSatisfy { $0.reason.contains("belongs to somebody else") })
    }
}
