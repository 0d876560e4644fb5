import Foundation
import JSON
import TodoKit

/// Brings reminders to a person in each way that is set.
struct ReminderDelivery: Sendable {
    let settings: Settings.Delivery
    /// Whether this device is the one that pushes and mails.
    let pushes: Bool
    private let push: ReminderPush?

    /// - Throws: `bad-setting`.
    init(_ settings: Settings.Delivery, deviceName: String) throws {
        self.settings = settings
        pushes = settings.pushDevice.map { $0 == deviceName } ?? true
        push = try settings.ntfy.map { try ReminderPush(url: $0, tokenFile: settings.ntfyTokenFile) }
    }

    /// Shows a message everywhere; returns the ways that failed. It counts as delivered if one did not.
    func deliver(_ message: ReminderMessage) async -> (isDelivered: Bool, failures: [String]) {
        var (count, failures) = (0, [String]())
        func note(_ way: String, _ isDone: Bool) {
            if isDone { count += 1 } else { failures.append(way) }
        }
        if settings.isOnDesktop { note("the desktop (notify-send)", await show(message)) }
        if let command = settings.command {
            note("remind.command", await Subprogram.run(["/bin/sh", "-c", command], input: message.json))
        }
        if pushes {
            if let push {
                do {
                    try await push.send(title: message.title, message: message.text, id: message.id)
                    note("ntfy", true)
                } catch {
                    note("ntfy: \((error as? TodoError)?.message ?? "it failed")", false)
                }
            }
            if let address = settings.mail { note("mail", await mail(message, to: address)) }
        }
        return (count > 0, failures)
    }

    /// Takes a message away where that can be done.
    func withdraw(_ id: String) async {
        if settings.isOnDesktop, Subprogram.exists("gdbus") {
            _ = await Subprogram.run([
                "gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
                "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.CloseNotification",
                "\(Self.number(of: id))",
            ])
        }
        if let command = settings.command {
            var writer = JSONWriter()
            writer.value(["event": "withdraw", "id": .string(id)])
            _ = await Subprogram.run(["/bin/sh", "-c", command], input: writer.text + "\n")
        }
    }

    private func show(_ message: ReminderMessage) async -> Bool {
        // The body of a notification may have markup (Desktop Notifications Specification).
        let text = message.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return await Subprogram.run([
            "notify-send", "--app-name=todo", "--urgency=normal", "--expire-time=0",
            "--replace-id=\(Self.number(of: message.id))", "--", message.title, text,
        ])
    }

    private func mail(_ message: ReminderMessage, to address: String) async -> Bool {
        let subject = Data(message.title.utf8).base64EncodedString()
        let body = Data((message.text + "\n").utf8)
            .base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        let number = "\(Self.number(of: message.id)).\(message.items.first.map { $0.ring.at.milliseconds } ?? 0)"
        let mail = """
            To: \(address)
            Subject: =?UTF-8?B?\(subject)?=
            Message-ID: <\(number)@todo.invalid>
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            \(body)

            """
        return await Subprogram.run([settings.mailProgram, "-i", "-t"], input: mail)
    }

    /// The number of a notification, the same each time: FNV-1a, and never 0, which would make a new one.
    static func number(of id: String) -> UInt32 {
        let hash = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return max(hash & 0x7FFF_FFFF, 1)
    }
}
