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

    /// Shows a message everywhere, at the same time: a server that does not answer must not keep it from the desk.
    /// - Returns: whether at least one way has worked, and a sentence about each that has not.
    func deliver(_ message: ReminderMessage) async -> (isDelivered: Bool, failures: [String]) {
        async let shown = show(message)
        async let handed = hand(message)
        async let pushed = push(message)
        async let mailed = mail(message)
        let outcomes = await [shown, handed, pushed, mailed].compactMap(\.self)
        return (outcomes.contains(.done), outcomes.compactMap(\.failure))
    }

    /// What became of one way.
    private enum Outcome: Equatable {
        case done
        case failed(String)

        var failure: String? { if case .failed(let sentence) = self { sentence } else { nil } }
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

    private func show(_ message: ReminderMessage) async -> Outcome? {
        guard settings.isOnDesktop else { return nil }
        // The body of a notification may have markup (Desktop Notifications Specification), and notify-send takes a
        // backslash in it for an escape (g_strcompress). Its title is neither.
        let text = message.text.replacing(scalar: "&", with: "&amp;").replacing(scalar: "<", with: "&lt;")
            .replacing(scalar: ">", with: "&gt;").replacing(scalar: "\\", with: "\\\\")
        let isDone = await Subprogram.run([
            "notify-send", "--app-name=todo", "--urgency=normal", "--expire-time=0",
            "--replace-id=\(Self.number(of: message.id))", "--", message.title, text,
        ])
        return isDone
            ? .done : .failed("A reminder could not be shown on the desktop: notify-send is missing or failed.")
    }

    private func hand(_ message: ReminderMessage) async -> Outcome? {
        guard let command = settings.command else { return nil }
        let isDone = await Subprogram.run(["/bin/sh", "-c", command], input: message.json)
        return isDone ? .done : .failed("A reminder could not be delivered: the command of remind.command failed.")
    }

    private func push(_ message: ReminderMessage) async -> Outcome? {
        guard pushes, let push else { return nil }
        do {
            try await push.send(title: message.title, message: message.text, id: message.id)
            return .done
        } catch {
            let reason = (error as? TodoError)?.message ?? "It failed."
            return .failed("A reminder could not be pushed: \(reason.prefix(1).lowercased())\(reason.dropFirst())")
        }
    }

    private func mail(_ message: ReminderMessage) async -> Outcome? {
        guard pushes, let address = settings.mail else { return nil }
        let number = "\(Self.number(of: message.id)).\(message.items.first.map { $0.ring.at.milliseconds } ?? 0)"
        let mail = ReminderMail(to: address, title: message.title, text: message.text, id: "\(number)@todo.invalid")
        let isDone = await Subprogram.run([settings.mailProgram, "-i", "-t"], input: mail.text)
        return isDone ? .done : .failed("A reminder could not be mailed: the program of remind.mail-program failed.")
    }

    /// The number of a notification, the same each time: FNV-1a, and never 0, which would make a new one.
    static func number(of id: String) -> UInt32 {
        let hash = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return max(hash & 0x7FFF_FFFF, 1)
    }
}
