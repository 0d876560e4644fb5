import GRDB
import SQLite
import TodoDomain

extension Schema.Migration {
    /// Folded texts with the quotation marks, hyphens and dashes of a keyboard, as `SearchText` folds them from here on.
    ///
    /// Only texts with one of ``typographicSigns`` are folded again: folding all would take minutes for a million. A
    /// search index is made anew if there are some, which takes less time than changing a tenth of it. `foldedName`, by
    /// which devices know tags, has another fold, and stays.
    ///
    /// A version without this step would remove from the index what is not in it: it does not open the database any more.
    static let typography = Schema.Migration(name: "typography") { database in
        if try refold(["title": "foldedTitle", "notes": "foldedNotes"], of: "todo", in: database) {
            try database.execute(sql: "INSERT INTO todoText (todoText) VALUES ('rebuild')")
        }
        if try refold(["text": "foldedText"], of: "comment", in: database) {
            try database.execute(sql: "INSERT INTO commentText (commentText) VALUES ('rebuild')")
        }
        try refold(["title": "foldedTitle"], of: "tag", in: database)
        try refold(["title": "foldedTitle"], of: "list", in: database)
        try refold(["placeName": "foldedPlaceName"], of: "location", in: database)
    }

    /// The signs that fold otherwise, and those that decompose to one.
    package static let typographicSigns = Array(
        "«»´\u{1FFD}\u{149}ʻʼ\u{5BE}\u{5F3}\u{5F4}\u{2010}\u{2011}\u{2012}–—―‘’‚‛“”„‟′″‴⁗‹›⁻₋\u{2212}︱︲﹘".unicodeScalars
    )

    /// - Parameter columns: the columns of the texts, and those of their folded forms.
    /// - Returns: whether there was something to fold again.
    @discardableResult
    private static func refold(
        _ columns: KeyValuePairs<String, String>, of table: String, in database: Database
    ) throws -> Bool {
        let texts = columns.map(\.key)
        let isAffected = texts.map { text in
            let hasSign = typographicSigns.map { "instr(\(text), '\($0)')" }.joined(separator: " OR ")
            // Most texts are ASCII, in which no sign need be looked for.
            return "(length(CAST(\(text) AS BLOB)) <> length(\(text)) AND (\(hasSign)))"
        }
        let rows = try Int64.fetchAll(
            database, sql: "SELECT rowID FROM \(table) WHERE \(isAffected.joined(separator: " OR "))")
        let reading = "SELECT \(texts.joined(separator: ", ")) FROM \(table) WHERE rowID = ?"
        let assignments = columns.map { "\($0.value) = ?" }.joined(separator: ", ")
        for row in rows {
            var folded: [StoredValue] = []
            try database.bound(reading, [.integer(row)]).forEachRow { reader in
                folded = texts.map { _ in .text(SearchText.folded(reader.text())) }
            }
            try database.run("UPDATE \(table) SET \(assignments) WHERE rowID = ?", folded + [.integer(row)])
        }
        return !rows.isEmpty
    }
}
