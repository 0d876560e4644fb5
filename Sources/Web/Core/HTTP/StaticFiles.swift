import Basics
import Foundation
import GzipCoding

/// The style sheet, the modules and the icon, which are part of the program. Their address contains a hash of all of them, so
/// that browsers keep them for good and an update is seen at once.
struct StaticFiles: Sendable {
    /// A file as it is sent.
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
        /// The same, compressed; nil if that is not smaller.
        let compressed: [UInt8]?
    }

    /// The files by name.
    let files: [String: File]
    /// The hash of all of them.
    let version: String

    /// The files of this program.
    static let all = StaticFiles([
        ("app.css", "text/css; charset=utf-8", PackageResources.app_css),
        ("main.js", script, PackageResources.main_js), ("base.js", script, PackageResources.base_js),
        ("lay.js", script, PackageResources.lay_js), ("focus.js", script, PackageResources.focus_js),
        ("page.js", script, PackageResources.page_js), ("save.js", script, PackageResources.save_js),
        ("drafts.js", script, PackageResources.drafts_js),
        ("keys.js", script, PackageResources.keys_js), ("live.js", script, PackageResources.live_js),
        ("drag.js", script, PackageResources.drag_js), ("add.js", script, PackageResources.add_js),
        ("waiting.js", script, PackageResources.waiting_js), ("away.js", script, PackageResources.away_js),
        ("rows.js", script, PackageResources.rows_js), ("ring.js", script, PackageResources.ring_js),
        ("swipe.js", script, PackageResources.swipe_js),
        ("pick.js", script, PackageResources.pick_js), ("hand.js", script, PackageResources.hand_js),
        ("calendar.js", script, PackageResources.calendar_js), ("position.js", script, PackageResources.position_js),
        ("icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ])

    private static let script = "text/javascript; charset=utf-8"

    init(_ files: [(name: String, type: String, bytes: [UInt8])]) {
        var hash = SHA256()
        var known: [String: File] = [:]
        for file in files {
            let bytes = Self.withoutComments(file.bytes)
            hash.update(bytes)
            let compressed = Gzip.compress(bytes, level: 9).flatMap { $0.count < bytes.count ? $0 : nil }
            known[file.name] = File(type: file.type, bytes: bytes, compressed: compressed)
        }
        self.files = known
        version = Secrets.hex(hash.finalize().prefix(8))
    }

    /// The same without indentation and without lines that are comments, which are for those who read the source.
    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
        let sent = lines.filter { !$0.isEmpty && !$0.hasPrefix("//") && !($0.hasPrefix("/*") && $0.hasSuffix("*/")) }
        return Array((sent.joined(separator: "\n") + "\n").utf8)
    }
}
