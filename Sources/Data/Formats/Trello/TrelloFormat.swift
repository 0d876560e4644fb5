import Foundation
import JSON
import TodoDomain

/// A board of Trello as JSON ("Print, export and share", "Export as JSON"). A board and a list on it are a path, an item of
/// a checklist a subtask, a label a tag. An archived card is done.
package struct TrelloFormat: TodoFormat {
    package let name = "trello"
    package let fileExtensions: [String] = []
    package let extrasPrefix = "trello."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard beginning.isJSON(named: name) else { return .none }
        let isBoard = beginning.hasMembers("idBoard", "idList") || beginning.hasMembers("idOrganization", "prefs")
        return isBoard ? .content : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [.notes, .list, .tags, .parent, .due, .start, .comments]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            guard let root = ForeignObject(try JSONValue(parsing: bytes), context), root["cards"] != nil else {
                throw InputError("it holds no board of Trello with its cards")
            }
            var board = TrelloBoard(root)
            try board.read(into: &items)
        }
    }

    /// When something was made, which the first half of its id says in seconds.
    static func madeAt(_ id: String) -> Date? {
        guard id.utf8.count == 24, let seconds = Int64(id.prefix(8), radix: 16) else { return nil }
        return Date(milliseconds: seconds * 1000)
    }
}

/// A board while it is read.
private struct TrelloBoard {
    private let board: String
    private var lists: [String: (name: String, isClosed: Bool)] = [:]
    private var checklists: [String: [ForeignObject]] = [:]
    private var comments: [String: [(text: String, date: Date?)]] = [:]
    private var members: [String: String] = [:]
    private let cards: [ForeignObject]

    init(_ root: ForeignObject) {
        var root = root
        board = root.text("name") ?? ""
        cards = root.objects("cards")
        for var list in root.objects("lists") {
            guard let id = list.text("id") else { continue }
            lists[id] = (list.text("name") ?? "", list.flag("closed"))
        }
        for var member in root.objects("members") {
            if let id = member.text("id") { members[id] = member.text(["fullName", "username"]) }
        }
        for var checklist in root.objects("checklists") {
            if let card = checklist.text("idCard") { checklists[card, default: []].append(checklist) }
        }
        // The latest comes first.
        for var action in root.objects("actions").reversed() where action["type"] == "commentCard" {
            let data = action["data"]
            guard let card = data?["card"]?["id"]?.string, let text = data?["text"]?.string, !text.isEmpty else {
                continue
            }
            comments[card, default: []].append((text, try? action.moment("date")))
        }
    }

    mutating func read(into items: inout ForeignItems) throws {
        for (index, card) in cards.enumerated() {
            let position = "card \(index + 1)"
            do {
                try read(card, at: position, into: &items)
            } catch { throw badInput(position, error) }
        }
    }

    private func read(_ card: ForeignObject, at position: String, into items: inout ForeignItems) throws {
        var card = card
        let id = card.text("id") ?? ""
        var task = ForeignTask(title: card.text("name") ?? "")
        task.notes = card.text("desc") ?? ""
        let list = card.text("idList").flatMap { lists[$0] }
        task.list = [board, list?.name ?? ""].filter { !$0.trimmed.isEmpty }
        task.start = try card.due("start")
        task.due = try card.due("due")
        task.createdAt = TrelloFormat.madeAt(id)
        task.modifiedAt = try card.moment("dateLastActivity")
        for var label in card.objects("labels") {
            if let name = label.text(["name", "color"]) { task.tags.append(name) }
        }
        task.comments = comments[id] ?? []
        let isArchived = card.flag("closed") || list?.isClosed == true
        if card.flag("dueComplete") {
            task.completedAt = try card.moment("dateCompleted") ?? task.modifiedAt ?? card.unknownCompletion
        } else if isArchived {
            task.completedAt = task.modifiedAt ?? card.unknownCompletion
            items.note("An archived card is taken as done.", at: position)
        }
        let names = card.texts("idMembers").map { members[$0] ?? $0 }
        let links = card.objects("attachments").compactMap { $0["url"] }
        let checklists = checklists[id] ?? []
        card.keep("shortUrl", "address", "locationName", "coordinates")
        task.others = card.others
        if isArchived { task.others.append(("closed", true)) }
        if !names.isEmpty { task.others.append(("members", .array(names.map(JSONValue.string)))) }
        if !links.isEmpty { task.others.append(("attachments", .array(links))) }
        let own = id.isEmpty ? items.id(ofContent: board, list?.name ?? "", task.title) : items.id(id)
        try items.add(task, id: own, at: position)
        for var checklist in checklists {
            let name = checklist.text("name")
            for var item in checklist.objects("checkItems") {
                try read(&item, of: task, own, named: name, at: position, into: &items)
            }
        }
    }

    private func read(
        _ item: inout ForeignObject, of card: ForeignTask, _ parent: Todo.ID, named name: String?, at position: String,
        into items: inout ForeignItems
    ) throws {
        let id = item.text("id")
        var task = ForeignTask(title: item.text("name") ?? "")
        task.list = card.list
        task.parent = parent
        task.createdAt = id.flatMap(TrelloFormat.madeAt) ?? card.createdAt
        task.due = try item.due("due")
        if item.text("state") == "complete" {
            task.completedAt = card.completedAt ?? card.modifiedAt ?? item.unknownCompletion
        }
        // The board does not say when an item was edited. The card was edited at least as late.
        task.modifiedAt = card.modifiedAt
        if let name, name != "Checklist" { task.others.append(("checklist", .string(name))) }
        let own = id.map(items.id) ?? items.id(ofContent: parent.rawValue, task.title)
        try items.add(task, id: own, at: position)
    }
}
