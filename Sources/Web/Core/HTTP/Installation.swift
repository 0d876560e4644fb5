import Basics
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// The files that a browser needs to install the pages as an app: the manifest, its pictures, and the worker that keeps pages.
/// They contain nothing private. Everybody gets them, because browsers ask for some of them without a cookie.
struct Installation: Sendable {
    private let files: [String: StaticFiles.File]

    /// - Parameter pages: the files that the worker keeps beside the pages.
    init(of pages: StaticFiles) {
        let worker = String(decoding: PackageResources.worker_js, as: UTF8.self)
            .replacing("VERSION", with: pages.version)
            .replacing("NAMES", with: pages.files.keys.sorted().joined(separator: " "))
        files =
            StaticFiles([
                ("worker.js", "text/javascript; charset=utf-8", Array(worker.utf8)),
                ("manifest.webmanifest", "application/manifest+json", Array(Self.manifest.utf8)),
            ]).files.merging(Self.icons) { $1 }
    }

    /// The answer to a request; nil if it is for something else.
    func response(to address: Address) -> Response? {
        guard address.path.count == 2, address.path[0] == "app", let file = files[address.path[1]] else { return nil }
        // The browser asks for it at each start. Otherwise an old worker would keep old pages.
        return Response(
            status: .ok,
            headers: [.contentType: file.type, .cacheControl: "no-cache", .serviceWorkerAllowed: "/"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    private static let icons = Dictionary(
        uniqueKeysWithValues: [
            (180, PackageResources.icon_180_png), (192, PackageResources.icon_192_png),
            (512, PackageResources.icon_512_png),
        ].map { size, bytes in
            ("icon-\(size).png", StaticFiles.File(type: "image/png", bytes: bytes, compressed: nil))
        })

    private static var manifest: String {
        let manifest: JSONValue = [
            "id": "/", "name": "todo", "short_name": "todo", "description": "Your to-dos",
            "start_url": "/", "scope": "/", "display": "standalone",
            "background_color": .string(color), "theme_color": .string(color),
            "icons": .array(
                [192, 512].map { size in
                    [
                        "src": .string("/app/icon-\(size).png"), "sizes": .string("\(size)x\(size)"),
                        "type": "image/png", "purpose": "any maskable",
                    ]
                }),
            // Text that another app shares becomes a line of quick add.
            "share_target": [
                "action": "/share", "method": "GET",
                "params": ["title": "title", "text": "text", "url": "url"],
            ],
        ]
        return manifest.canonicalJSON
    }

    /// That of the icon.
    private static let color = "#3457d5"
}

extension HTTPField.Name {
    fileprivate static let serviceWorkerAllowed =
        HTTPField.Name("Service-Worker-Allowed").unsafelyUnwrapped  // a valid name
}
