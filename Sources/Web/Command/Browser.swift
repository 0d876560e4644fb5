import Basics
import Foundation

/// Opens a page in the person's browser.
enum Browser {
    /// Does nothing where there is no browser to open: without a display, or without a program that opens addresses.
    static func open(_ url: String) {
        #if os(macOS)
            let program = Program(path: "/usr/bin/open")
        #else
            let environment = ProcessInfo.processInfo.environment
            guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
                let program = Program(named: "xdg-open")
            else { return }
        #endif
        guard let process = Spawn.start(program.path, [url]) else { return }
        // It may be the browser itself, which runs for long. Without a wait for its end, it would stay as a zombie.
        Thread.detachNewThread { _ = Spawn.status(of: process, waits: true) }
    }
}
