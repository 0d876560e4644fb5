import Foundation
import JSON
import SQLite
import TodoDomain

// The comments that a file lists with a to-do.
extension WriteTransaction {
    /// Imports the comments that a file lists with a to-do. One with an id is merged like any record. One without is the
    /// comment of the to-do that says the same and was made then, even if that was deleted here, or else a new one.
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
                // One that has no time in the file follows from the creation date of its to-do.
                let isTimed = comment.createdAt.milliseconds != todo.createdAt.milliseconds.addingClamped(Int64(index))
                let time = isTimed ? comment.createdAt.milliseconds : nil
                if !isNew {
                    if known.take(comment.text, at: time) { continue }
                    if deleted == nil {
                        deleted = KnownComments(try formerComments(of: id), listed: todo.comments.count)
                    }
                    if deleted?.take(comment.text, at: time) == true { continue }
                }
                // A file without times has to mean the same comment on every device.
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
            id: comment.id.rawValue, createdAt: comment.createdAt.milliseconds, stamp: importStamp(comment.updatedAt))
        let entity = CommentEntity(columns, holding: comment)
        let known = try reading.record(CommentEntity.self, id: comment.id.rawValue)?.asRecord
        // An id that another to-do's comment has here stays with that comment.
        guard known == nil || known?.registers[CommentRegister.todo.rawValue]?.value.string == comment.todo.rawValue,
            known == nil || !isToCome(comment.updatedAt)
        else { return false }
        return try mergeImported(CommentEntity.self, entity.asRecord, into: known)
    }

    private func liveComments(of id: Todo.ID) throws -> [CommentEntity] {
        try reading.entities(CommentEntity.self, where: "todoID = \(.text(id.rawValue)) AND isDeleted = 0")
    }

    /// No index has what is deleted, so all of that is read once.
    private func formerComments(of id: Todo.ID) throws -> [CommentEntity] {
        let all =
            try importedRecords.deletedComments
            ?? Dictionary(grouping: reading.entities(CommentEntity.self, where: "isDeleted = 1")) {
                $0.content.todoID ?? ""
            }
        importedRecords.deletedComments = all
        return all[id.rawValue] ?? []
    }

    /// The namespace of the ids of comments that a file lists without one; never to be changed.
    private static let commentNamespace = UUID(
        uuid: (
            0x5A, 0x0E, 0x2D, 0x61, 0x8C, 0x37, 0x4B, 0x19, 0x9E, 0x42, 0x6F, 0x13, 0xD8, 0x70, 0xC4, 0x2B
        ))
}

/// Comments of a to-do, to find those that a file lists without their ids.
private struct KnownComments {
    /// The seconds in which those with a text were made, last first.
    private var seconds: [String: [Int64]] = [:]
    /// When those were made that have been edited since, in milliseconds, and the seconds of these.
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

    /// Whether one of them says this, or said it before it was edited, and was made at that time; each is found once. Times
    /// are asked for from the earliest on.
    /// - Parameter time: in milliseconds; nil if the file does not say.
    mutating func take(_ text: String, at time: Int64?) -> Bool {
        let key = Self.key(text)
        guard let time else { return seconds[key]?.popLast() != nil }
        let second = Self.second(time)
        // Where only seconds are kept, those of the same second are moved to the ones that follow.
        while let first = seconds[key]?.last, first <= second - listed { seconds[key]?.removeLast() }
        guard let first = seconds[key]?.last, first <= second else { return edited.contains(time) }
        seconds[key]?.removeLast()
        return true
    }

    private static func second(_ milliseconds: Int64) -> Int64 { milliseconds.dividedRoundingDown(by: 1000).quotient }

    /// What every format keeps of a text: iCalendar has one kind of line break and no other control characters.
    private static func key(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isControl && $0 != " " }))
    }
}
