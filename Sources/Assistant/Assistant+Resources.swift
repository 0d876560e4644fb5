import JSON
import TodoKit

// The requests that read and watch resources.
extension Assistant {
    func resources(_ caller: Caller) async throws -> JSONValue {
        let all = try await Resource.all(run(caller, confirmed: nil))
        return ["resources": .array(all.prefix(Self.mostResources).map(\.json))]
    }

    /// The resources that are listed. The templates give access to the others.
    private static let mostResources = 200

    func read(_ params: [String: JSONValue], _ caller: Caller) async throws -> JSONValue {
        let resource = try Resource(params["uri"])
        return resource.contents(try await content(of: resource, caller))
    }

    /// The errors that mean that a resource does not exist.
    private static let absences: [TodoError.Code] = [.notFound, .ambiguous, .usage, .badFilter]

    private func content(of resource: Resource, _ caller: Caller) async throws -> String {
        do {
            return try await resource.content(run(caller, confirmed: nil))
        } catch let error as TodoError where Self.absences.contains(error.code) {
            throw RPCError(
                caller.revision.hasHandshake ? .resourceNotFound : .invalidParams, VisibleText.of(error.message),
                data: ["uri": .string(resource.address)])
        }
    }

    func subscribe(_ params: [String: JSONValue], _ caller: Caller) async throws -> JSONValue {
        guard try await watch(Resource(params["uri"]), for: nil, caller) else {
            throw RPCError(.invalidParams, "At most \(Subscriptions.most) resources are watched at once.")
        }
        return [:]
    }

    func unsubscribe(_ params: [String: JSONValue]) throws -> JSONValue {
        let address = try Resource(params["uri"]).address
        subscriptions.end { $0.listener == nil && $0.address == address }
        return [:]
    }

    /// Watches the resources that a request names, and acknowledges them. The request stays open until it is cancelled.
    func listen(_ params: [String: JSONValue], id: JSONValue, _ caller: Caller) async throws {
        guard let wanted = params["notifications"]?.members else {
            throw RPCError(.invalidParams, "The member notifications says what to listen to.")
        }
        subscriptions.end { $0.listener == id }
        let addresses = wanted["resourceSubscriptions"]?.elements ?? []
        // The acknowledgement must come before all notifications, so the resources are checked before it.
        var (honoured, found) = ([JSONValue](), [(Resource, String)]())
        for address in addresses where found.count < subscriptions.left {
            guard let resource = try? Resource(address), let text = try? await content(of: resource, caller),
                !found.contains(where: { $0.0.address == resource.address })
            else { continue }
            honoured.append(address)
            found.append((resource, text))
        }
        let accepted: JSONValue = addresses.isEmpty ? [:] : ["resourceSubscriptions": .array(honoured)]
        notify?(
            RPCLine.notification(
                "notifications/subscriptions/acknowledged", ["notifications": accepted, "_meta": Self.mark(id)]))
        for (resource, text) in found { _ = watch(resource, known: text, for: id, caller) }
    }

    /// Stops watching for a request that is cancelled.
    func cancel(_ params: [String: JSONValue]) {
        guard let id = params["requestId"] else { return }
        subscriptions.end { $0.listener == id }
    }

    private static func mark(_ listener: JSONValue) -> JSONValue {
        ["io.modelcontextprotocol/subscriptionId": listener]
    }

    private func watch(_ resource: Resource, for listener: JSONValue?, _ caller: Caller) async throws -> Bool {
        // The client is told of each change after this answer.
        watch(resource, known: try await content(of: resource, caller), for: listener, caller)
    }

    private func watch(_ resource: Resource, known: String, for listener: JSONValue?, _ caller: Caller) -> Bool {
        guard let notify else { return false }
        let contents = store.observe { [self] _ -> String? in
            do {
                return try await content(of: resource, caller)
            } catch is RPCError {
                return nil
            }
        }
        var params: [String: JSONValue] = ["uri": .string(resource.address)]
        params["_meta"] = listener.map(Self.mark)
        let line = RPCLine.notification("notifications/resources/updated", .object(params))
        return subscriptions.begin(.init(listener: listener, address: resource.address), known: known, contents) {
            notify(line)
        }
    }
}
