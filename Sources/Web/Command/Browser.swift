import Foundation

/// Opens a page in the person's browser.
enum Browser {
    /// Does nothing where there is no browser to open: without a display, or without a program that opens addresses.
    static func open(_ url: String) {
        #if os(macOS)
            let program = "/usr/bin/open"
        #else
            let environment = ProcessInfo.processInfo.environment
            guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
            let folders = (environment["PATH"] ?? "/usr/bin").split(separator: ":")
            guard let program = folders.map({ "\($0)/xdg-open" }).first(where: FileManager.default.isExecutableFile)
            else { return }
        #endif
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [url]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
