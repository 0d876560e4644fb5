import Foundation

/// Chooses the default folders of the user's data and settings. No other code chooses them.
///
/// On Linux and macOS they are those of the XDG Base Directory Specification, which the command shares. An app on the
/// other platforms has a container; its Application Support is the place for files other than documents. Each takes the
/// function that reads a variable of the environment.
package enum DefaultFolders {
    /// The folder of the database, which need not exist.
    package static func data(_ variable: (String) -> String?) -> String {
        folder(variable, "XDG_DATA_HOME", ".local/share")
    }

    /// The folder of the settings, which need not exist.
    package static func configuration(_ variable: (String) -> String?) -> String {
        folder(variable, "XDG_CONFIG_HOME", ".config")
    }

    #if (os(Linux) || os(macOS)) && !PORTABLE
        private static func folder(_ value: (String) -> String?, _ variable: String, _ usual: String) -> String {
            // The XDG specification says to ignore relative paths.
            if let folder = value(variable), folder.hasPrefix("/") { return folder + "/todo" }
            let home = value("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
            return "\(home)/\(usual)/todo"
        }
    #else
        private static func folder(_: (String) -> String?, _: String, _: String) -> String {
            // On tvOS only this folder can be written. The system may empty it; synced data comes back from the remote.
            #if os(tvOS)
                let (directory, usual) = (FileManager.SearchPathDirectory.cachesDirectory, "Library/Caches")
            #else
                let (directory, usual) = (
                    FileManager.SearchPathDirectory.applicationSupportDirectory, "Library/Application Support"
                )
            #endif
            let found = FileManager.default.urls(for: directory, in: .userDomainMask).first?.path
            return (found ?? "\(NSHomeDirectory())/\(usual)") + "/todo"
        }
    #endif
}
