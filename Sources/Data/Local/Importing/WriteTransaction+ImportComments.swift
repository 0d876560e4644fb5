import Foundation
import JSON
import SQLite
import TodoDomain

// The comments that a file lists with a to-do.
extension WriteTransaction {
    /// Imports the comments that a file lists with a to-do. A comment with an id is merged like any record. A comment
    /// without an id is matched with a comment of the same text and time, even if that was deleted here. Without a
    /// match it is new.
    /// - Parameters:
    ///   - id: the to-do's id here.
    ///   - isNew: whether the to-do was not known before.
    ///   - isDated: whether the file says when the to-do was made.
    /// - Returns: whether anything changed.
    func importComments(of todo: Todo, as id: Todo.ID, isNew: Bool = false, isDated: Bool = true) throws -> Bool {
        guard !todo.comments.isEmpty else { return false }
        let comments = try todo.comments.map { try $0.validated() }.enumerated()
        let hasNameless = !isNew && todo.comments.contains { $0.id.rawValue.isEmpty }
        var known = try KnownComments(hasNameless ? liveComments(of: id) : [], listed: todo.comments.count)
        var deleted: KnownComments?
        var hasChanged = false
        for (index, var comment) in comments.sorted(by: { $0.element.createdAt < $1.element.createdAt }) {
            comment.todo = id
            if comment.id.rawValue.isEmpty {
                // If the file has no time for a comment, its time follows from the creation date of its to-do.
                let isTimed = comment.createdAt.milliseconds != todo.createdAt.milliseconds.addingClamped(Int64(index))
                let time = isTimed ? comment.createdAt.milliseconds : nil
                if !isNew {
                    if known.take(comment.text, at: time) { continue }
                    if deleted == nil {
                        deleted = KnownComments(try formerComments(of: id), listed: todo.comments.count)
                    }
                    if deleted?.take(comment.text, at: time) == true { continue }
                }
                // A file without times has to identify the same comment on every device.
                let key = isTimed || isDated ? comment.createdAt.milliseconds : Int64(index)
                comment.id = .init(UUID(namespace: Self.commentNamespace, name: "\(id)\u{0}\(key)\u{0}\(comment.text)"))
            }
            if try importComment(comment) { hasChanged = true }
        }
        return hasChanged
    }

    /// Imports a comment with an id; returns whether anything changed.
    private func importComment(_ comment: Todo.Comment) throws -> Bool {
        let columns = RecordColumns(
            id: comment.id.rawValue, in: space, createdAt: comment.createdAt.milliseconds,
            stamp: importStamp(comment.updatedAt))
        let entity = CommentEntity(columns, holding: comment)
        let known = try reading.record(CommentEntity.self, id: comment.id.rawValue)?.asRecord
        // If another to-do's comment has the id here, it keeps it.
        guard known == nil || known?.registers[CommentRegister.todo.rawValue]?.value.string == comment.todo.rawValue,
            known == nil || !isToCome(comment.updatedAt)
        else { return false }
        return try mergeImported(CommentEntity.self, entity.asRecord, into: known)
    }

    private func liveComments(of id: Todo.ID) throws -> [CommentEntity] {
        try reading.entities(
            CommentEntity.self,
            where: "todoID = \(.text(id.rawValue)) AND isDeleted = 0 AND space = \(space.value)")
    }

    /// No index has what is deleted, so all of that is read once.
    private func formerComments(of id: Todo.ID) throws -> [CommentEntity] {
        let all =
            try importedRecords.deletedComments
            ?? Dictionary(
                grouping: reading.entities(CommentEntity.self, where: "isDeleted = 1 AND space = \(space.value)")
            ) {
                $0.content.todoID ?? ""
            }
        importedRecords.deletedComments = all
        return all[id.rawValue] ?? []
    }

    /// The namespace for the ids of comments that a file lists without ids; never to be changed.
    private static let commentNamespace = UUID(
        uuid: (
            0x5A, 0x0E, 0x2D, 0x61, 0x8C, 0x37, 0x4B, 0x19, 0x9E, 0x42, 0x6F, 0x13, 0xD8, 0x70, 0xC4, 0x2B
        ))
}

/// Comments of a to-do, to match comments of a file that have no ids.
private struct KnownComments {
    /// The creation times in seconds of the comments with a text, last first.
    private var seconds: [String: [Int64]] = [:]
    /// The creation times in milliseconds of the comments that were edited since, exact and cut to seconds.
    private var edited: Set<Int64> = []
    private let listed: Int64

    /// - Parameter listed: how many comments the file has.
    init(_ comments: [CommentEntity], listed: Int) {
        self.listed = Int64(listed)
        for comment in comments.sorted(by: { $0.record.createdAt > $1.record.createdAt }) {
            let second = Self.second(comment.record.createdAt)
            seconds[Self.key(comment.content.comment.text), default: []].append(second)
            if comment.record.stamp(of: CommentRegister.text.rawValue) != comment.record.stamp {
                edited.formUnion([comment.record.createdAt, second * 1000])
            }
        }
    }

    /// Whether one of the comments has, or had before an edit, this text and creation time. Each comment is matched
    /// once. Ask for the earliest times first.
    /// - Parameter time: in milliseconds; nil if the file does not say.
    mutating func take(_ text: String, at time: Int64?) -> Bool {
        let key = Self.key(text)
        guard let time else { return seconds[key]?.popLast() != nil }
        let second = Self.second(time)
        // In a format that keeps only seconds, several comments of one second are written with successive seconds.
        while let first = seconds[key]?.last, first <= second - listed { seconds[key]?.removeLast() }
        guard let first = seconds[key]?.last, first <= second else { return edited.contains(time) }
        seconds[key]?.removeLast()
        return true
    }

    private static func second(_ milliseconds: Int64) -> Int64 { milliseconds.dividedRoundingDown(by: 1000).quotient }

    /// The form of a text that every format keeps: iCalendar has one kind of line break and no other control
    /// characters.
    private static func key(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isControl && $0 != " " }))
    }
}
