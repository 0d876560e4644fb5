import Foundation
import JSON
import TodoDomain
import TodoKit

/// Delivers reminders in each way that the settings name.
struct ReminderDelivery: Sendable {
    let settings: Settings.Delivery
    private let deviceName: String
    /// Whether this device pushes and mails.
    let pushes: Bool
    private let push: ReminderPush?

    /// - Throws: `bad-setting`.
    init(_ settings: Settings.Delivery, deviceName: String) throws {
        self.settings = settings
        self.deviceName = deviceName
        pushes = settings.pushDevice.map { $0 == deviceName } ?? true
        push = try settings.ntfy.map { try ReminderPush(url: $0, tokenFile: settings.ntfyTokenFile) }
    }

    /// The delivery as it is set now.
    /// - Throws: `bad-setting`.
    func adopting(_ settings: Settings.Delivery, deviceName: String) throws -> ReminderDelivery {
        guard settings != self.settings || deviceName != self.deviceName else { return self }
        return try ReminderDelivery(settings, deviceName: deviceName)
    }

    /// Problems in the settings that can be seen before anything rings, with a sentence for each way.
    var obstacles: [String] {
        let isSetHere = settings.isOnDesktop || settings.command != nil
        let isSetForOne = push != nil || settings.mail != nil
        guard isSetHere || isSetForOne else {
            return [
                "No way to deliver reminders is set; for example, `todo config set remind.desktop yes` shows them on the desktop."
            ]
        }
        guard isSetHere || pushes else {
            let (one, this) = (Sanitized.quoted(settings.pushDevice ?? ""), Sanitized.quoted(deviceName))
            return [
                "Nothing delivers reminders here: remind.push-device leaves them to \(one), and this device is \(this)."
            ]
        }
        return [desktopObstacle, pushObstacle, mailObstacle].compactMap(\.self)
    }

    private var desktopObstacle: String? {
        guard settings.isOnDesktop, !Subprogram.exists("notify-send") else { return nil }
        return "Reminders cannot be shown on the desktop: there is no program notify-send."
    }

    private var pushObstacle: String? {
        guard pushes, let push else { return nil }
        do {
            try push.checkToken()
            return nil
        } catch {
            return "Reminders cannot be pushed: \(Self.clause(of: error))"
        }
    }

    private var mailObstacle: String? {
        guard pushes, settings.mail != nil, !Subprogram.exists(settings.mailProgram) else { return nil }
        let program = Sanitized.quoted(settings.mailProgram)
        return "Reminders cannot be mailed: there is no program \(program), which remind.mail-program names."
    }

    /// The message of an error, as the end of a sentence.
    private static func clause(of error: any Error) -> String {
        let reason = (error as? TodoError)?.message ?? "It failed."
        return "\(reason.prefix(1).lowercased())\(reason.dropFirst())"
    }

    /// Delivers a message in all ways at the same time. A server that does not answer must not delay the notification on the
    /// desktop.
    /// - Returns: whether at least one way worked, and a sentence about each that failed.
    func deliver(_ message: ReminderMessage) async -> (isDelivered: Bool, failures: [String]) {
        async let shown = show(message)
        async let handed = hand(message)
        async let pushed = push(message)
        async let mailed = mail(message)
        let outcomes = await [shown, handed, pushed, mailed].compactMap(\.self)
        return (outcomes.contains(.done), outcomes.compactMap(\.failure))
    }

    /// The result of one way.
    private enum Outcome: Equatable {
        case done
        case failed(String)

        var failure: String? { if case .failed(let sentence) = self { sentence } else { nil } }
    }

    /// Removes a message from the desktop and from the server, if that is possible.
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
        // The body of a notification may have markup (Desktop Notifications Specification), and notify-send treats a
        // backslash in it as an escape (g_strcompress). Neither applies to its title.
        let text = message.text.replacing(scalar: "&", with: "&amp;").replacing(scalar: "<", with: "&lt;")
            .replacing(scalar: ">", with: "&gt;").replacing(scalar: "\\", with: "\\\\")
        let isDone = await Subprogram.run([
            "notify-send", "--app-name=todo", "--urgency=normal", "--expire-time=0",
            "--replace-id=\(Self.number(of: message.id))", "--", message.title, text,
        ])
        return isDone
            ? .done : .failed(desktopObstacle ?? "A reminder could not be shown on the desktop: notify-send failed.")
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
            return .failed(pushObstacle ?? "A reminder could not be pushed: \(Self.clause(of: error))")
        }
    }

    private func mail(_ message: ReminderMessage) async -> Outcome? {
        guard pushes, let address = settings.mail else { return nil }
        let number = "\(Self.number(of: message.id)).\(message.items.first.map { $0.ring.at.milliseconds } ?? 0)"
        let mail = ReminderMail(to: address, title: message.title, text: message.text, id: "\(number)@todo.invalid")
        let isDone = await Subprogram.run([settings.mailProgram, "-i", "-t"], input: mail.text)
        guard !isDone else { return .done }
        return .failed(mailObstacle ?? "A reminder could not be mailed: the program of remind.mail-program failed.")
    }

    /// The number of a notification, the same for the same id (FNV-1a). It is never 0, which would create another one.
    static func number(of id: String) -> UInt32 {
        let hash = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return max(hash & 0x7FFF_FFFF, 1)
    }
}
