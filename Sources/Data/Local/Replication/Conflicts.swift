package import Foundation
import GRDB
import JSON
package import TodoDomain

/// A register that was written on two devices, as it was kept.
package struct StoredConflict: Hashable, Sendable {
    /// Its number on this device.
    package let number: Int64
    /// Which record.
    package let key: RecordKey
    /// What was written where and when, and which of it stands.
    package let conflict: RecordConflict
    /// When this device learnt of it.
    package let date: Date
}

extension ReplicationDAO {
    /// The conflicts that nobody has looked after, the last first.
    package func conflicts(limit: Int) async throws -> [StoredConflict] {
        try await stack.read { try $0.conflicts("isResolved = 0", suffix: "ORDER BY id DESC LIMIT \(limit)") }
    }

    /// Writes the values that lost in conflicts again, as a new edit. What was written since then stays: of a register
    /// that no longer holds what won, only a person knows what it should be.
    /// - Throws: `not-found`; `ambiguous` where the register was written since.
    package func takeBack(_ numbers: [Int64]) async throws {
        try await stack.write("take back") { transaction in
            for number in numbers {
                guard
                    let conflict = try transaction.reading.conflicts(
                        "isResolved = 0 AND id = \(.integer(number))", suffix: ""
                    ).first
                else { throw TodoError(.notFound, "There is no conflict with the number \(number).") }
                try transaction.takeBack(conflict, in: conflict.key.kind.entity)
            }
        }
    }

    /// Notes that the conflicts were seen and that what won is to stay.
    /// - Throws: `not-found`.
    package func dismiss(_ numbers: [Int64]) async throws {
        try await write { transaction in
            for number in numbers { try transaction.resolveConflict(number) }
        }
    }
}

extension ReadTransaction {
    fileprivate func conflicts(_ condition: SQLFragment, suffix: String) throws -> [StoredConflict] {
        let sql = """
            SELECT id, at, kind, recordID, register, lost, lostStamp, kept, keptStamp FROM conflict \
            WHERE \(condition.sql) \(suffix)
            """
        let rows = try Row.fetchAll(database.bound(sql, condition.arguments))
        return rows.compactMap { row in
            guard let kind = RecordKind(rawValue: row[2]), let lost = try? JSONValue(parsing: row[5] as String),
                let lostStamp = Stamp(row[6] as String), let kept = try? JSONValue(parsing: row[7] as String),
                let keptStamp = Stamp(row[8] as String)
            else { return nil }
            return StoredConflict(
                number: row[0], key: RecordKey(kind, row[3]),
                conflict: RecordConflict(
                    register: row[4], lost: lost, lostStamp: lostStamp, kept: kept, keptStamp: keptStamp),
                date: Date(milliseconds: row[1]))
        }
    }
}

extension WriteTransaction {
    fileprivate func resolveConflict(_ number: Int64) throws {
        try execute("UPDATE conflict SET isResolved = 1 WHERE isResolved = 0 AND id = \(.integer(number))")
        guard database.changesCount > 0 else {
            throw TodoError(.notFound, "There is no conflict with the number \(number).")
        }
    }

    fileprivate func takeBack<Entity: RecordEntity>(_ stored: StoredConflict, in type: Entity.Type) throws {
        let conflict = stored.conflict
        guard let current = try reading.record(type, id: stored.key.id) else {
            throw TodoError(.notFound, "The \(stored.key.kind.word) of this conflict is gone.")
        }
        if conflict.register == RecordConflict.deletion {
            let record = current.asRecord
            try check(record.isDeleted ? record.deletion?.stamp ?? record.origin : record.contentStamp, conflict)
            // Deleted again it is now, and kept for as long as any other deletion.
            try edit(current, registers: [:], deletion: conflict.lost == .null ? .null : .integer(now))
        } else if conflict.register.hasPrefix(RecordConflict.elementPrefix) {
            let id = String(conflict.register.dropFirst(RecordConflict.elementPrefix.count))
            try check(current.elements[id].map(\.stamp), conflict)
            try edit(current, registers: [:], elements: [id: conflict.lost.bool ?? false])
        } else {
            try check(current.asRecord.stamp(of: conflict.register), conflict)
            try edit(current, registers: [conflict.register: conflict.lost])
        }
        try resolveConflict(stored.number)
    }

    private func check(_ stamp: Stamp?, _ conflict: RecordConflict) throws {
        guard stamp == conflict.keptStamp else {
            throw TodoError(
                .ambiguous, "It was edited again since this conflict; edit it by hand, or dismiss the conflict.")
        }
    }
}

extension ReplicationDAO {
    /// What a record is called; empty where it has no name or is not there.
    package func title(of key: RecordKey) async throws -> String {
        try await stack.read { transaction in
            let register = key.kind == .location ? LocationRegister.placeName.rawValue : TodoRegister.title.rawValue
            return try transaction.record(key.kind.entity, id: key.id)?.value(of: register).string ?? ""
        }
    }
}
