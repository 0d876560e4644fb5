import Foundation
import TestSupport
import Testing
import TodoKit
import TodoLocal

@Suite("Where a platform has its files and secrets")
struct PlatformPlacesTests {
    @Test("the settings follow TODO_CONFIG and the XDG base directories, as the data does; a relative one is ignored")
    func settings() {
        let path = UserSettings.defaultPath
        #expect(path(["TODO_CONFIG": "/a/b", "XDG_CONFIG_HOME": "/config"]) == "/a/b")
        #expect(path(["TODO_CONFIG": "", "XDG_CONFIG_HOME": "/config", "HOME": "/h"]) == "/config/todo/config")
        #expect(path(["XDG_CONFIG_HOME": "config", "HOME": "/h"]) == "/h/.config/todo/config")
        #expect(path(["HOME": ""]) == NSHomeDirectory() + "/.config/todo/config")
    }

    @Test(
        "a secret in the Keychain is found again when an update has moved the app's container",
        arguments: [
            ("/var/mobile/A/Library/todo.db", "/var/mobile/A", "Library/todo.db"),
            ("/private/var/mobile/A/Library/todo.db", "/var/mobile/A", "Library/todo.db"),
            ("/var/mobile/A/Library/todo.db", "/private/var/mobile/A/", "Library/todo.db"),
            ("/var/mobile/AB/todo.db", "/var/mobile/A", "/var/mobile/AB/todo.db"),
            ("/groups/x/todo.db", "/var/mobile/A", "/groups/x/todo.db"),
        ])
    func account(database: String, home: String, name: String) {
        #expect(PlatformSecret.account(of: database, home: home) == name)
    }
}
