import Foundation
import TodoNetwork

/// Chooses the store for this device's credentials on this platform. This is the only place that does.
package enum PlatformSecret {
    /// The credentials for a database. They are in the Keychain where an app has its own. On Linux and macOS they are in a
    /// file beside the database, which the command shares.
    static func beside(_ database: String) -> any SecretStore {
        #if canImport(Security) && !canImport(CCurl)
            KeychainSecret(
                service: Bundle.main.bundleIdentifier ?? "todo", account: account(of: database, home: NSHomeDirectory())
            )
        #else
            SecretFile(path: database + ".credentials")
        #endif
    }

    /// The name of a database's credentials in the Keychain. It is the path within the app's container, because the path of
    /// the container changes with each update.
    package static func account(of database: String, home: String) -> String {
        // `/var` is a link to `/private/var`, and paths come in both forms.
        func plain(_ path: String) -> String {
            let path = (path as NSString).standardizingPath
            return path.hasPrefix("/private/") ? String(path.dropFirst("/private".count)) : path
        }
        let (path, container) = (plain(database), plain(home) + "/")
        return path.hasPrefix(container) ? String(path.dropFirst(container.count)) : path
    }
}
