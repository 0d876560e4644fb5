import Foundation
import TodoNetwork

/// The place of this device's credentials on this platform: the one place that chooses it.
package enum PlatformSecret {
    /// The Keychain where an app has one of its own; on Linux and macOS a file beside the database, which the command shares.
    static func beside(_ database: String) -> any SecretStore {
        #if canImport(Security) && !canImport(CCurl)
            KeychainSecret(
                service: Bundle.main.bundleIdentifier ?? "todo", account: account(of: database, home: NSHomeDirectory())
            )
        #else
            SecretFile(path: database + ".credentials")
        #endif
    }

    /// What the credentials for a database are called in the Keychain: its path in the container of the app, whose own path is
    /// another one after each update.
    package static func account(of database: String, home: String) -> String {
        // `/var` leads to `/private/var`, and paths come in both forms.
        func plain(_ path: String) -> String {
            let path = (path as NSString).standardizingPath
            return path.hasPrefix("/private/") ? String(path.dropFirst("/private".count)) : path
        }
        let (path, container) = (plain(database), plain(home) + "/")
        return path.hasPrefix(container) ? String(path.dropFirst(container.count)) : path
    }
}
