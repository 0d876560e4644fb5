import Basics
import Foundation
public import TodoMaintenance
import TodoNetwork

extension Doctor {
    /// Looks for the parts of the system that some of the features need: a recent libcurl, and on a desktop the programs
    /// that open a page and show a notification. It reads no database.
    /// - Returns: the check `system`. Its findings are notes, none of which can be repaired: `libcurl-missing`, `libcurl-old`,
    ///   `browser-missing`, `notifier-missing`. Only Linux has findings.
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
