import Foundation
import GRDB
import Testing
import TodoDomain
import TodoLocal

/// Fails if any derived data disagrees with the rows it is derived from.
func expectSound(_ stack: LocalStack, _ place: String) throws {
    #expect(try stack.rows("PRAGMA integrity_check") == ["ok"], "\(place)")
    #expect(try stack.rows("PRAGMA foreign_key_check").isEmpty, "\(place)")
    #expect(
        try stack.rows("SELECT open, done FROM todoCount")
            == (try stack.rows(
                "SELECT count(*) FILTER (WHERE completedAt IS NULL), count(completedAt) FROM todo WHERE isDeleted = 0")),
        "counters, \(place)")
    try expectSearchIndex(stack, place)
    try expectRelations(stack, place)
}

/// The index contains the text of each row, including deleted ones, and no other.
private func expectSearchIndex(_ stack: LocalStack, _ place: String) throws {
    try stack.database.writeWithoutTransaction { connection in
        // With rank 1 it also compares with the content table, and throws if they differ.
        for index in SearchIndex.tables {
            try connection.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
        }
    }
    for row in try stack.database.read({
        try Row.fetchAll($0, sql: "SELECT title, notes, foldedTitle, foldedNotes FROM todo")
    }) {
        #expect(row["foldedTitle"] == SearchText.folded(row["title"]), "\(place)")
        #expect(row["foldedNotes"] == SearchText.folded(row["notes"]), "\(place)")
    }
}

/// The join tables are the registers of live to-dos: joined if the other end is live, pending if not.
private func expectRelations(_ stack: LocalStack, _ place: String) throws {
    let bearing = """
        SELECT todo.rowID AS todoID, key AS tagID FROM todo, json_each(todo.tagStamps)
        WHERE todo.isDeleted = 0 AND value NOT LIKE '-%'
        """
    let live = "SELECT id FROM tag WHERE effectiveID IS NOT NULL"
    #expect(
        try stack.rows("SELECT todoID, id FROM todoTag JOIN tag ON tag.rowID = tagID ORDER BY 1, 2")
            == (try stack.rows("SELECT * FROM (\(bearing)) WHERE tagID IN (\(live)) ORDER BY 1, 2")), "tags, \(place)")
    #expect(
        try stack.rows("SELECT * FROM todoTagPending ORDER BY 1, 2")
            == (try stack.rows("SELECT * FROM (\(bearing)) WHERE tagID NOT IN (\(live)) ORDER BY 1, 2")),
        "pending tags, \(place)")
    #expect(
        try stack.rows("SELECT * FROM todoLocation ORDER BY 1")
            == (try stack.rows(
                """
                SELECT todo.rowID, location.rowID FROM todo JOIN location ON location.id = todo.locationID
                WHERE todo.isDeleted = 0 AND location.effectiveID IS NOT NULL ORDER BY 1
                """)),
        "places, \(place)")
}
