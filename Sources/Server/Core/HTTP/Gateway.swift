import FirestoreWire
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore

/// The entry point of all requests. It identifies the client, enforces limits, calls the responder, counts and logs.
struct Gateway: HTTPResponder {
    /// The data about a request's connection.
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let peer: ClientAddress
        /// The event loop that writes the connection's responses.
        let eventLoop: any EventLoop

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            peer = ClientAddress(source.channel.remoteAddress)
            eventLoop = source.channel.eventLoop
        }
    }

    private let firestore: FirestoreResponder
    private let access: any Access
    private let limits: Limits
    private let pages: WebPageGuard
    private let isBehindProxy: Bool
    private let connections: ConnectionCounter
    private let metrics = Metrics()
    private let addresses: TokenBuckets<ClientAddress>
    private let users: TokenBuckets<String>
    private let crossOrigin: CrossOrigin

    init(
        _ store: DocumentStore, _ access: any Access, _ configuration: ServerConfiguration,
        _ connections: ConnectionCounter
    ) {
        firestore = FirestoreResponder(Calls(store, configuration.limits))
        crossOrigin = CrossOrigin(origins: configuration.allowedOrigins)
        self.access = access
        limits = configuration.limits
        pages = WebPageGuard(configuration, isOpen: access is OpenAccess)
        isBehindProxy = configuration.isBehindProxy
        self.connections = connections
        addresses = TokenBuckets(limits.requestsPerAddress)
        users = TokenBuckets(limits.requestsPerUser)
    }

    /// The response to `request`; failures are responses too.
    func respond(to request: Request, context: Context) async throws -> Response {
        let start = ContinuousClock.now
        let client = client(of: request, context)
        var label = "none"
        var response: Response
        do {
            if let preflight = crossOrigin.preflight(request) {
                try Self.require(addresses.take(client))
                label = "preflight"
                response = preflight
            } else {
                let endpoint = try endpoint(of: request, client)
                label = endpoint.label
                response = await answer(endpoint, request, client, context)
                if case .api(let route) = endpoint {
                    response.headers[.changeFeed] = Endpoint.feedPath(of: route.database)
                }
            }
        } catch {
            response = Response(error)
        }
        crossOrigin.allow(&response, for: request)
        // The response to HEAD has no body.
        if request.method == .head { response = Response(status: response.status) }
        let duration = ContinuousClock.now - start
        metrics.record(method: label, code: response.status.code, duration: duration)
        // Without paths, names and tokens: only the method, the client's address and the outcome.
        context.logger.info(
            "Answered a request.",
            metadata: [
                "method": "\(label)", "status": "\(response.status.code)", "client": "\(client)",
                "milliseconds": "\(Int(duration / .milliseconds(1)))",
            ])
        return response
    }

    /// The endpoint of the request. A request without an endpoint, or by a web page that is not allowed, counts as one
    /// without a valid token.
    private func endpoint(of request: Request, _ client: ClientAddress) throws(Status) -> Endpoint {
        let path = Substring(request.uri.string.utf8.prefix { $0 != UInt8(ascii: "?") })
        do {
            try pages.check(request)
            return try Endpoint(request.method, path: path)
        } catch {
            try Self.require(addresses.take(client))
            throw error
        }
    }

    private func answer(
        _ endpoint: Endpoint, _ request: Request, _ client: ClientAddress, _ context: Context
    ) async -> Response {
        do {
            switch endpoint {
            case .health:
                try Self.require(addresses.take(client))
                return try health()
            case .metrics: return try await metrics(request, client)
            case .changes(let database): return try await changes(in: database, request, client)
            case .api(let route):
                let caller = try await caller(request, client)
                return try await firestore.answer(request, route, caller).response(on: context.eventLoop)
            }
        } catch let status as Status {
            return Response(status)
        } catch is CancellationError {
            return Response(Status(.cancelled, "The request was cancelled."))
        } catch let error as any HTTPResponseError {
            return Response(status: error.status)
        } catch {
            // Only the type: a description may contain what the client sent.
            context.logger.error("A request failed.", metadata: ["error": "\(type(of: error))"])
            return Response(Status(.unavailable, "The server cannot answer just now.", retryDelay: .seconds(1)))
        }
    }

    /// Authenticates the request; an administrator has no limits. Clients without a valid token use up the limit of
    /// their address, but not the limits of clients with a token there.
    private func caller(_ request: Request, _ client: ClientAddress) async throws -> Caller {
        let principal: Principal
        do {
            principal = try await access.principal(authorization: request.headers[.authorization], from: client)
        } catch {
            try Self.require(addresses.take(client))
            throw error
        }
        if principal != .administrator { try Self.require(users.take(principal.id)) }
        return Caller(principal: principal, access: access)
    }

    private func client(of request: Request, _ context: Context) -> ClientAddress {
        guard isBehindProxy, context.peer.isLoopback, let forwarded = request.headers[.forwardedFor] else {
            return context.peer
        }
        return ClientAddress(forwardedFor: forwarded) ?? context.peer
    }

    private static func require(_ delay: Duration?) throws(Status) {
        guard let delay else { return }
        throw Status(.resourceExhausted, "Too many requests; wait and try again.", retryDelay: delay)
    }
}

extension Gateway {
    private func health() throws -> Response {
        // A server that cannot read its database, or cannot store anything, is not healthy.
        if let trouble = firestore.calls.store.storage.trouble { throw trouble.status }
        try firestore.calls.store.requireReadable()
        return Response(status: .ok, text: "ok\n")
    }

    /// For administrators, and for this machine unless there is a proxy. A proxy on this machine passes on requests
    /// from elsewhere, even if this server was not told about it.
    private func metrics(_ request: Request, _ client: ClientAddress) async throws -> Response {
        let isLocal =
            client.isLoopback && !isBehindProxy && !request.headers.nameProxy
            && WebPageGuard.isAddressedToThisMachine(request)
        if isLocal {
            try Self.require(addresses.take(client))
        } else {
            let caller = try await caller(request, client)
            guard caller.principal == .administrator else {
                throw Status(.permissionDenied, "Metrics are for administrators.")
            }
        }
        let (store, shares) = (firestore.calls.store, firestore.calls.shares)
        let text = metrics.text(gauges: [
            ("todo_server_connections", "Open connections.", Double(connections.count)),
            ("todo_server_feed_waiters", "Clients that wait for a change.", Double(store.feed.count)),
            ("todo_server_database_bytes", "Size of the database file.", Double(store.fileSize)),
            ("todo_server_request_bytes", "Bodies of requests in memory.", Double(shares.bodies.used)),
            ("todo_server_answer_bytes", "Answers in memory that nobody has taken.", Double(shares.answers.used)),
            ("todo_server_answer_file_bytes", "The same in files.", Double(shares.answerFiles.used)),
            ("todo_server_queries", "Queries that run.", Double(shares.queries.running)),
            ("todo_server_queries_waiting", "Queries that wait for their turn.", Double(shares.queries.waiting)),
            ("todo_server_transactions", "Open transactions.", Double(firestore.calls.transactions.count)),
            ("process_resident_memory_bytes", "Resident memory.", Double(residentMemory())),
        ])
        return Response(status: .ok, text: text)
    }

    private func changes(in database: DatabaseName, _ request: Request, _ client: ClientAddress) async throws
        -> Response
    {
        let caller = try await caller(request, client)
        let wanted = try FeedRequest(QueryItems(request.uri.string), in: database)
        let news = try await firestore.calls.changes(of: wanted, atMost: limits.feedTimeout, caller)
        guard !news.isEmpty else { return Response(status: .noContent) }
        var writer = JSONWriter()
        writer.beginObject()
        if wanted.isForOne, case .moved(let sequence)? = news[0] {
            writer.key("sequence")
            writer.string(String(sequence))
        } else {
            writer.key("changed")
            writer.beginObject()
            for (position, space) in wanted.spaces.enumerated() {
                guard let news = news[position] else { continue }
                writer.key(space)
                writer.string(news.text)
            }
            writer.endObject()
        }
        writer.endObject()
        return Response(.ok, json: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }
}

extension Response {
    fileprivate init(status: HTTPResponse.Status, text: String) {
        self.init(
            status: status, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

extension SpaceNews {
    /// The head's sequence, or `gone`.
    fileprivate var text: String {
        switch self {
        case .moved(let sequence): String(sequence)
        case .gone: "gone"
        }
    }
}

extension HTTPFields {
    /// Whether it has a field that proxies add (RFC 7239, RFC 9110, and older conventions).
    fileprivate var nameProxy: Bool {
        let names: Set = ["forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip"]
        return contains { field in
            let name = field.name.canonicalName
            return names.contains(name) || name.hasPrefix("x-forwarded-") || name.hasSuffix("-connecting-ip")
        }
    }
}

extension HTTPField.Name {
    /// The URL where a client can wait for changes. Google's servers do not send it.
    fileprivate static let changeFeed = HTTPField.Name("Todo-Change-Feed").unsafelyUnwrapped  // a valid name
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For").unsafelyUnwrapped  // a valid name
}
