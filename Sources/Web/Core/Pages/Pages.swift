import TodoKit

/// The pages, by the first part of their address.
enum Pages {
    /// The pages by address.
    /// - Throws: ``TodoError``: `not-found` if there is no such page or nothing of that id, and what reading throws.
    static func content(_ context: PageContext) async throws -> PageContent {
        let path = context.address.path
        guard let page = all[path.first ?? ""], path.count <= page.depth else { throw missing }
        return try await page.content(context)
    }

    /// Whether a page takes long in a large store, whatever it shows.
    static func takesLong(_ address: Address) -> Bool { all[address.path.first ?? ""]?.takesLong ?? false }

    /// The error for an address without a page.
    static var missing: TodoError { TodoError(.notFound, "There is no such page.") }

    private struct Page: Sendable {
        /// How many parts its address can have.
        let depth: Int
        var takesLong = false
        let content: @Sendable (PageContext) async throws -> PageContent
    }

    private static let all: [String: Page] = [
        "": Page(depth: 0, content: AgendaPage.content),
        "inbox": Page(depth: 1, content: ListPage.inbox),
        "all": Page(depth: 1, content: ListPage.everything),
        "lists": Page(depth: 2) { try await $0.isWhole ? NamesPage.lists($0) : ListPage.list($0) },
        "tags": Page(depth: 2) { try await $0.isWhole ? NamesPage.tags($0) : ListPage.tag($0) },
        "places": Page(depth: 2) { try await $0.isWhole ? PlacesPage.content($0) : ListPage.place($0) },
        "views": Page(depth: 2, content: ListPage.view),
        "join": Page(depth: 1, content: PeoplePage.join),
        "people": Page(depth: 2, takesLong: true, content: PeoplePage.content),
        "find": Page(depth: 1, content: ListPage.find),
        "todos": Page(depth: 2, content: TodoPage.content),
        "calendar": Page(depth: 1, takesLong: true, content: CalendarPage.content),
        "history": Page(depth: 1, content: HistoryPage.content),
        "past": Page(depth: 1, takesLong: true, content: PastPage.content),
        "report": Page(depth: 1, takesLong: true, content: ReportPage.content),
        "conflicts": Page(depth: 1, content: ConflictsPage.content),
        "sync": Page(depth: 1, content: SyncPage.content),
        "settings": Page(depth: 1) { try await SettingsPage.content($0, $0.file) },
    ]
}

extension PageContext {
    /// Whether the address names a kind of thing, and none of them.
    var isWhole: Bool { address.path.count == 1 }

    /// The record that the second part of the address names.
    func id<Model>() throws -> Identifier<Model> {
        guard address.path.count > 1, let id = Identifier<Model>(address.path[1]) else { throw Pages.missing }
        return id
    }
}
