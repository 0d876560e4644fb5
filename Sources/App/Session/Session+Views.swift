import ArgumentParser
import Foundation
import JSON
import TodoFormats
import TodoKit

// Views: finds them by what a person typed, and prints them.
extension Session {
    /// The view with this name, or with an id that begins with the text.
    /// - Throws: `not-found` or `ambiguous`.
    func view(named name: String) async throws -> SavedView {
        do { return try await store.view(named: name) } catch let error as TodoError where error.code == .notFound {
            let ids = try await store.views.findIDs(beginning: name, limit: 2)
            guard ids.count == 1 else { throw error }
            return try await store.views.find(ids[0])
        }
    }

    /// Runs `body` with one filter made of several typed ones. An error has its position in their text.
    func placed<T>(_ typed: [TypedFilter], _ body: (TodoFilter) async throws -> T) async throws -> T {
        let whole = TodoFilter(.and(typed.compactMap(\.filter.condition)), order: typed.flatMap(\.filter.order))
        do { return try await body(whole) } catch let error as TodoError {
            guard typed.count == 1 else { throw error }
            return try TypedFilter.placed(in: typed[0].text) { throw error }
        }
    }

    /// Prints views with their filters, which use the present names of lists, tags and places.
    func printViews(_ views: [SavedView], asList: Bool = true) async throws {
        var texts: [(text: String, problem: String?)] = []
        for view in views {
            do {
                let filter = try await store.filter(of: view, settings: phrases)
                let names = try await store.names(in: filter, settings: phrases)
                _ = try filter.query(now: now, timeZone: timeZone, settings: phrases, names: names)
                texts.append((filter.description, nil))
            } catch let error as TodoError {
                texts.append((view.text, error.reason))
            }
        }
        guard !isJSON else {
            return try print(json: { writer in
                func write(_ index: Int, to writer: inout JSONWriter) {
                    TodoJSON.write(views[index], to: &writer) { writer in
                        writer.member("text", texts[index].text)
                        writer.member("problem", texts[index].problem)
                    }
                }
                guard asList else { return views.indices.forEach { write($0, to: &writer) } }
                TodoJSON.write(Page(items: Array(views.indices), total: views.count), to: &writer) {
                    write($0, to: &$1)
                }
            })
        }
        let looks = views.map { view in
            [view.columns.joined(separator: ","), view.grouping.map { "by \($0)" } ?? ""].filter { !$0.isEmpty }
                .joined(separator: ", ")
        }
        guard output.isInteractive else {
            return try print(
                views.indices.map { index in
                    [views[index].name, texts[index].text, looks[index]].map(Sanitized.field).joined(separator: "\t")
                })
        }
        let rows = views.indices.map { index in
            [
                Table.Cell(views[index].name, .cyan),
                Table.Cell(texts[index].text, texts[index].problem == nil ? .plain : .red),
                Table.Cell(looks[index], .dim),
            ]
        }
        let table = Table(
            columns: [.init("view"), .init("filter", minimumWidth: 16), .init("look", dropRank: 1)], rows: rows)
        try print(table.lines(width: output.width, styles: output.styles))
        for (view, text) in zip(views, texts) {
            if let problem = text.problem { say("@\(view.name): \(problem)") }
        }
    }
}
