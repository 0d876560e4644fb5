import Hummingbird

/// Where all requests come in: those of the API go to it straight, all others to the router. The middleware sees both;
/// it is the place for what concerns every request, such as limits, metrics and logs.
struct Entrance: HTTPResponder {
    private let chain: any HTTPResponder<BasicRequestContext>

    /// - Parameters:
    ///   - api: What answers under `/v1/`.
    ///   - routes: All other routes.
    ///   - middleware: What sees every request. (A group has no public initialiser; that of a router of its own serves.)
    init(
        api: FirestoreResponder, routes: Router<BasicRequestContext>,
        middleware: MiddlewareGroup<BasicRequestContext> = Router<BasicRequestContext>().middlewares
    ) {
        chain = middleware.constructResponder(finalResponder: Fork(api: api, router: routes.buildResponder()))
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        try await chain.respond(to: request, context: context)
    }

    private struct Fork: HTTPResponder {
        let api: FirestoreResponder
        let router: RouterResponder<BasicRequestContext>

        func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
            guard request.uri.string.hasPrefix("/v1/") else {
                return try await router.respond(to: request, context: context)
            }
            return await api.respond(to: request, logger: context.logger)
        }
    }
}
