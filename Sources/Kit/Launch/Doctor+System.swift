import Basics
import Foundation
public import TodoMaintenance
import TodoNetwork

extension Doctor {
    /// Looks for the parts of the system that some features need: a recent libcurl, and on a desktop the programs that open
    /// a page and show a notification. It does not read a database.
    /// - Returns: the check `system`. Its findings are notes, which cannot be repaired: `libcurl-missing`, `libcurl-old`,
    ///   `browser-missing`, `notifier-missing`. There are findings only on Linux.
    public static func examineSystem() -> CheckResult {
        #if canImport(CCurl) && os(Linux) && !PORTABLE
            let environment = ProcessInfo.processInfo.environment
            let parts = SystemParts(
                curl: CurlLibrary.version,
                isDesktop: environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
                hasBrowser: Program(named: "xdg-open") != nil, hasNotifier: Program(named: "notify-send") != nil)
            return CheckResult(name: "system", status: .ok, findings: parts.findings)
        #else
            return CheckResult(name: "system", status: .ok)
        #endif
    }
}
