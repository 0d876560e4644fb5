import SQLite
import TodoDomain

/// Compiles conditions on to-dos to SQL.
///
/// Conditions that involve another table have two forms. A *gathered* condition finds all matching to-dos by an index,
/// and these are then sorted. A *walked* condition tests each to-do in the order of the list. Gathering is faster for
/// few to-dos, walking for the first page of many. A bounded lookup decides.
struct TodoConditions {
    let isPaged: Bool
    let transaction: ReadTransaction

    /// The number of hits beyond which walking finds a page faster than gathering and sorting.
    var few = 2000

    func sql(_ condition: Todo.Condition) throws -> SQLFragment {
        switch condition {
        case .isDone(let done): return done ? "completedAt IS NOT NULL" : "completedAt IS NULL"
        case .ids(let ids): return ReadTransaction.named(ids.map(\.rawValue), in: "todo")
        case .tagged(let ids):
            return try tagged(try transaction.rows(seenAs: TagEntity.self, ids: ids.map(\.rawValue)))
        case .tagTitled(let title):
            return try tagged(
                try transaction.integers(
                    """
                    SELECT own.rowID FROM tag JOIN tag AS own ON own.effectiveID = tag.rowID \
                    WHERE tag.effectiveID = tag.rowID AND tag.isDeleted = 0 \
                    AND tag.foldedName = \(.text(TagName.folded(title)))
                    """))
        case .untagged: return "NOT EXISTS (SELECT 1 FROM todoTag WHERE todoTag.todoID = todo.rowID)"
        case .located(let ids):
            return try located(try transaction.rows(seenAs: LocationEntity.self, ids: ids.map(\.rawValue)))
        case .near(let point, let metres):
            let near = try LocationConditions(transaction: transaction).rows(near: point, within: metres)
            return try located(
                try transaction.integers(
                    "SELECT rowID FROM location WHERE effectiveID IN (\(list: near.map(StoredValue.integer)))"))
        case .listed(let ids): return try listed(ids)
        case .unlisted: return "NOT EXISTS (SELECT 1 FROM todoList WHERE todoList.todoID = todo.rowID)"
        case .descendant(let id):
            return """
                todo.rowID IN (WITH RECURSIVE below (row) AS (\
                SELECT todoID FROM todoParent WHERE parentID = \(ReadTransaction.row(named: id.rawValue, in: "todo")) \
                UNION SELECT todoParent.todoID FROM below JOIN todoParent ON todoParent.parentID = below.row) \
                SELECT row FROM below)
                """
        case .root: return "NOT EXISTS (SELECT 1 FROM todoParent WHERE todoParent.todoID = todo.rowID)"
        case .placed(let container): return container.condition(in: "todo")
        case .hasDue(let has): return has ? "dueAt IS NOT NULL" : "dueAt IS NULL"
        case .due(let window): return lies("due", key: "ifnull(dueAt, 9223372036854775807)", in: window)
        case .hasStart(let has): return has ? "startAt IS NOT NULL" : "startAt IS NULL"
        case .start(let window): return lies("start", key: "startAt", in: window)
        case .estimate(let first, let last):
            return
                "(estimate IS NOT NULL AND \(range("estimate", first.map(Int64.init), last.map { Int64($0).addingClamped(1) })))"
        case .assigned(let members):
            let ids: SQLFragment = "assignee IN (\(list: members.compactMap { $0.map(StoredValue.text) }))"
            return members.contains(nil) ? "(assignee IS NULL OR \(ids))" : "(assignee IS NOT NULL AND \(ids))"
        case .isStarted(let started):
            return started
                // A range, so that SQLite searches the index of started to-dos.
                ? "(startedAt >= \(.integer(Limits.time.lowerBound)) AND completedAt IS NULL)"
                : "(startedAt IS NULL OR completedAt IS NOT NULL)"
        case .isSkipped(let skipped): return skipped ? "skipped = 1" : "skipped = 0"
        case .hasReminder(let has):
            let isAny: SQLFragment = """
                (reminders IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(todo.reminders) AS register \
                WHERE register.key GLOB 'alarms.*' AND register.type = 'object'))
                """
            return has ? isAny : "NOT \(isAny)"
        case .isRepeating(let repeating): return repeating ? "recurrence IS NOT NULL" : "recurrence IS NULL"
        case .isBlocked(let blocked):
            return blocked
                ? "(openBlockers > 0 AND completedAt IS NULL)" : "(openBlockers = 0 OR completedAt IS NOT NULL)"
        case .dependent(let id):
            return """
                (todo.rowID IN (SELECT todoID FROM todoDependency WHERE targetID = \(.text(id.rawValue))) \
                AND todo.space = (SELECT space FROM todo AS target \
                WHERE target.rowID = \(ReadTransaction.row(named: id.rawValue, in: "todo"))))
                """
        case .shared(nil): return "todo.space <> 0"
        case .shared(let spaces?):
            let ids = spaces.map { StoredValue.text($0.rawValue) }
            return "todo.space IN (SELECT rowID FROM space WHERE rowID <> 0 AND sid IN (\(list: ids)))"
        case .isReady(let waiting): return ready(exceptDuring: waiting)
        case .changedBy(let name):
            let rows = try transaction.writers().filter { Todo.isWriter($0.value, called: name) }.keys.sorted()
            return rows.isEmpty ? "FALSE" : "todo.rowID IN (SELECT value FROM json_each(\(.array(rows))))"
        case .priority(let priorities): return try prioritized(priorities.map { Int64($0?.rank ?? 0) })
        case .time(let field, let start, let end):
            switch field {
            case .created: return range("createdAt", start?.milliseconds, end?.milliseconds)
            case .updated: return range("updatedAt", start?.milliseconds, end?.milliseconds)
            case .completed:
                // The same expression as in the index of done to-dos.
                let key: SQLFragment = "ifnull(completedAt, -62135596800001)"
                return "(completedAt IS NOT NULL AND \(range(key, start?.milliseconds, end?.milliseconds)))"
            }
        case .matching(let words): return try matching(words)
        case .title(let test): return try title(test)
        case .extra(let name, let test): return ExtraExpression(name).sql(test)
        }
    }

    /// To-dos by their folded titles. An index has the open ones in this order.
    private func title(_ test: TextTest) throws -> SQLFragment {
        switch test {
        case .equals(let text): return "foldedTitle = \(.text(SearchText.folded(text)))"
        case .hasPrefix(let text):
            let prefix = SearchText.folded(text)
            let end: SQLFragment? = prefix.endOfPrefix.map { "AND foldedTitle < \(.text($0))" }
            return "(foldedTitle >= \(.text(prefix)) \(end ?? ""))"
        case .contains(let text):
            let part = SearchText.folded(text)
            let walked: SQLFragment = "instr(foldedTitle, \(.text(part))) > 0"
            guard isIndexed(part) else { return walked }
            return try either(gathered: indexed([part], onlyIn: "foldedTitle"), walked: walked)
        }
    }

    /// To-dos that can be worked on. The number of ancestors is limited, because another program may have written a
    /// cycle.
    private func ready(exceptDuring waiting: DueWindow) -> SQLFragment {
        let isToCome: SQLFragment = "ifnull(\(lies("start", key: "startAt", in: waiting)), 0)"
        return """
            (completedAt IS NULL AND openBlockers = 0 AND NOT \(isToCome) \
            AND NOT EXISTS (SELECT 1 FROM todoList JOIN list ON list.rowID = todoList.listID \
            WHERE todoList.todoID = todo.rowID AND list.isHidden = 1) \
            AND NOT EXISTS (SELECT 1 FROM todoParent JOIN todo AS part ON part.rowID = todoParent.todoID \
            WHERE todoParent.parentID = todo.rowID AND part.completedAt IS NULL) \
            AND NOT EXISTS (WITH RECURSIVE above (row, distance) AS (\
            SELECT parentID, 1 FROM todoParent WHERE todoID = todo.rowID \
            UNION ALL SELECT parentID, distance + 1 FROM above JOIN todoParent ON todoParent.todoID = above.row \
            WHERE distance < \(.integer(Int64(Limits.levels)))) \
            SELECT 1 FROM above JOIN todo AS upper ON upper.rowID = above.row \
            WHERE upper.completedAt IS NULL AND (upper.openBlockers > 0 OR \(isToCome))))
            """
    }

    /// To-dos in lists, and in lists below them.
    private func listed(_ lists: [TodoList.ID]) throws -> SQLFragment {
        try joined(transaction.listRows(below: lists), by: "todoList", "listID")
    }

    private func tagged(_ tags: [Int64]) throws -> SQLFragment { try joined(tags, by: "todoTag", "tagID") }
    private func located(_ places: [Int64]) throws -> SQLFragment {
        try joined(places, by: "todoLocation", "locationID")
    }

    /// To-dos that a join table connects to one of some rows.
    private func joined(_ rows: [Int64], by join: String, _ column: String) throws -> SQLFragment {
        guard !rows.isEmpty else { return "0" }
        let isAmong: SQLFragment = "\(sql: column) IN (\(list: rows.map(StoredValue.integer)))"
        return try either(
            gathered: "SELECT todoID FROM \(sql: join) WHERE \(isAmong)",
            walked: "EXISTS (SELECT 1 FROM \(sql: join) WHERE todoID = todo.rowID AND \(isAmong))")
    }

    /// To-dos whose priority is one of some. If many are, SQLite must not gather them by their index to sort them all: the
    /// plus keeps it from that. The range is for the order by priority, which need not begin at the first row. SQLite is
    /// told that nearly all are in it, so that it serves no other order.
    private func prioritized(_ ranks: [Int64]) throws -> SQLFragment {
        let isAmong: SQLFragment = "ifnull(priority, 0) IN (\(ranks.map(StoredValue.integer)))"
        let gathered: SQLFragment = "SELECT 1 FROM todo WHERE isDeleted = 0 AND completedAt IS NULL AND \(isAmong)"
        guard let greatest = ranks.max(), try isWorthWalking(gathered) else { return isAmong }
        return "(likelihood(ifnull(priority, 0) <= \(.integer(greatest)), 0.999) AND +\(isAmong))"
    }

    /// The index narrows by a range of the sort key. Within the bounds of both days and instants the key alone decides, so that
    /// counting reads only the index. At the edges, days and instants are checked against their own bounds.
    private func lies(_ date: String, key: SQLFragment, in window: DueWindow) -> SQLFragment {
        let days = (window.firstDay.map { Due.day($0).sortKey }, window.endDay.map { Due.day($0).sortKey })
        let moments = (window.start?.milliseconds, window.end?.milliseconds)
        let low = days.0.flatMap { day in moments.0.map { min(day, $0) } }
        let high = days.1.flatMap { day in moments.1.map { max(day, $0) } }
        let isWithinBoth = range(
            key, [days.0, moments.0].compactMap(\.self).max(), [days.1, moments.1].compactMap(\.self).min())
        return """
            (\(range(key, low, high ?? Int64.max)) AND CASE WHEN \(isWithinBoth) THEN 1 WHEN \(sql: date)Zone IS NULL \
            THEN \(range("\(sql: date)At", days.0, days.1)) ELSE \(range("\(sql: date)At", moments.0, moments.1)) END)
            """
    }

    private func range(_ expression: SQLFragment, _ low: Int64?, _ high: Int64?) -> SQLFragment {
        var bounds: [SQLFragment] = []
        if let low { bounds.append("\(expression) >= \(.integer(low))") }
        if let high { bounds.append("\(expression) < \(.integer(high))") }
        return "(\(.joined(bounds, by: "AND", empty: "\(expression) IS NOT NULL")))"
    }

    /// Each word must occur in the title, in the notes, in the title of one of the tags or in one of the comments.
    private func matching(_ words: [String]) throws -> SQLFragment {
        let hasComments = try transaction.integer("SELECT EXISTS (SELECT 1 FROM comment WHERE isDeleted = 0)") != 0
        let hits = try words.map { word in
            (
                word, isInComments: try hasComments && isInComments(word),
                tags: try transaction.integers(
                    """
                    SELECT own.rowID FROM tag JOIN tag AS own ON own.effectiveID = tag.rowID \
                    WHERE tag.effectiveID = tag.rowID AND instr(tag.foldedTitle, \(.text(word))) > 0
                    """)
            )
        }
        var conditions: [SQLFragment] = []
        // Words that occur in no tag and in no comment form a single query to the index.
        let plain = hits.filter { $0.tags.isEmpty && !$0.isInComments && isIndexed($0.0) }.map(\.0)
        if !plain.isEmpty {
            conditions.append(
                try either(gathered: indexed(plain), walked: .joined(plain.map(inText), by: "AND", empty: "1")))
        }
        for (word, isInComments, tags) in hits where !(tags.isEmpty && !isInComments && isIndexed(word)) {
            let rows = tags.map(StoredValue.integer)
            let onTag: SQLFragment =
                "EXISTS (SELECT 1 FROM todoTag WHERE todoTag.todoID = todo.rowID AND tagID IN (\(list: rows)))"
            let inComment: SQLFragment =
                """
                EXISTS (SELECT 1 FROM comment WHERE todoID = todo.id AND comment.space = todo.space AND isDeleted = 0 \
                AND \(Self.says(word)))
                """
            let ways = [inText(word)] + (tags.isEmpty ? [] : [onTag]) + (isInComments ? [inComment] : [])
            let walked: SQLFragment = "(\(.joined(ways, by: "OR", empty: "0")))"
            if isIndexed(word) {
                var gathered = indexed([word])
                if !tags.isEmpty {
                    gathered = "\(gathered) UNION SELECT todoID FROM todoTag WHERE tagID IN (\(list: rows))"
                }
                if isInComments {
                    gathered = """
                        \(gathered) UNION SELECT commented.rowID FROM comment JOIN todo AS commented \
                        ON commented.id = comment.todoID AND commented.space = comment.space WHERE comment.isDeleted = 0 \
                        AND comment.rowID IN (\(indexed([word], in: .comment)))
                        """
                }
                conditions.append(try either(gathered: gathered, walked: walked))
            } else {
                conditions.append(walked)
            }
        }
        return .joined(conditions, by: "AND", empty: "1")
    }

    private func either(gathered: SQLFragment, walked: SQLFragment) throws -> SQLFragment {
        try isWorthWalking(gathered) ? walked : "todo.rowID IN (\(gathered))"
    }

    private func isWorthWalking(_ gathered: SQLFragment) throws -> Bool {
        guard isPaged else { return false }
        let hits = try transaction.integer(
            "SELECT count(*) FROM (SELECT 1 FROM (\(gathered)) LIMIT \(.integer(Int64(few) + 1)))")
        return hits > few
    }

    /// Whether a comment contains the word.
    private func isInComments(_ word: String) throws -> Bool {
        let condition: SQLFragment =
            isIndexed(word) ? "rowID IN (\(indexed([word], in: .comment)))" : Self.says(word)
        return try transaction.integer(
            "SELECT EXISTS (SELECT 1 FROM comment WHERE isDeleted = 0 AND \(condition))") != 0
    }

    private static func says(_ word: String) -> SQLFragment { "instr(comment.foldedText, \(.text(word))) > 0" }

    /// The index reads a query only up to its first NUL, and has no parts of words shorter than three characters.
    private func isIndexed(_ word: String) -> Bool { word.unicodeScalars.count >= 3 && !word.utf8.contains(0) }

    /// The rows whose text contains all words. The words are quoted, so that the index treats their content as text.
    private func indexed(
        _ words: [String], in kind: RecordKind = .todo, onlyIn column: String? = nil
    ) -> SQLFragment {
        let texts = words.map { "\"\($0.replacing(scalar: "\"", with: "\"\""))\"" }.joined(separator: " ")
        let phrases = column.map { "\($0) : \(texts)" } ?? texts
        let index = SearchIndex.beside(kind.table)
        return "SELECT rowid FROM \(sql: index) WHERE \(sql: index) MATCH \(.text(phrases))"
    }

    private func inText(_ word: String) -> SQLFragment {
        let texts = TodoEntity.derivedColumns.map { "instr(\(sql: $0), \(.text(word))) > 0" as SQLFragment }
        return "(\(.joined(texts, by: "OR", empty: "0")))"
    }
}
