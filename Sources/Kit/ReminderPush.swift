import Foundation
import TodoNetwork

/// Sends reminders to the phones that subscribe to a topic of an ntfy server.
public struct ReminderPush: Sendable {
    private let topic: NtfyTopic

    /// A topic.
    /// - Parameters:
    ///   - url: its URL, such as `https://ntfy.sh/my-topic`.
    ///   - tokenFile: the path of a file of mode 0600 with an access token; nil if there is none.
    ///   - services: the services that send messages.
    /// - Throws: ``TodoError`` with code `bad-setting` for an invalid URL, or a token that would be sent in clear text.
    public init(url: String, tokenFile: String? = nil, services: RemoteServices = .platform) throws {
        let transport = try services.transport(certificateAuthorityFile: nil)
        guard let topic = NtfyTopic(url: url, tokenFile: tokenFile, transport: transport) else {
            throw TodoError(
                .badSetting,
                "A topic of ntfy is a URL such as https://ntfy.sh/my-topic; with a token it begins with https.")
        }
        self.topic = topic
    }

    /// Checks that the topic's token can be read.
    /// - Throws: ``TodoError``.
    package func checkToken() throws {
        do { try topic.checkToken() } catch let error as CredentialError { throw TodoError(error) }
    }

    /// Sends a message.
    /// - Parameters:
    ///   - title: one line.
    ///   - message: longer text.
    ///   - id: its identifier. The message replaces an earlier one with the same id if the server supports that.
    /// - Throws: ``TodoError``: `not-authorised` for a token that cannot be used, `unreachable` or `remote-refused`; or
    ///   `CancellationError`.
    public func send(title: String, message: String, id: String) async throws {
        do {
            try await topic.publish(
                title: title, message: message, id: UUID(namespace: Self.namespace, name: id).uuidString.lowercased())
        } catch let error as CredentialError {
            throw TodoError(error)
        } catch let error as NtfyTopic.Refused {
            throw TodoError(
                .remoteRefused, "The push service refuses it, with the status \(error.status).", underlying: error)
        } catch  where Task.isCancelled || error is CancellationError {
            throw CancellationError()
        } catch {
            throw TodoError(.unreachable, "The push service cannot be reached.", underlying: error)
        }
    }

    private static let namespace = UUID(
        uuid: (0x71, 0x0B, 0xD4, 0x2A, 0x5E, 0x88, 0x4C, 0x13, 0x9D, 0x60, 0xE7, 0x35, 0x1F, 0xA2, 0xC8, 0x04))
}
