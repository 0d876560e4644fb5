import Foundation
import Hummingbird
import NIOCore

// Hummingbird's own hello, which Benchmarks/server.py measures todo-server against.
let router = Router()
router.get("/") { _, _ in "Hello" }
let application = Application(
    router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { channel in
        FileHandle.standardOutput.write(
            Data("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n".utf8))
    })
try await application.runService()
