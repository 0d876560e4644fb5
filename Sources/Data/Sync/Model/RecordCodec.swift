package import FirestoreWire
import JSON
package import TodoDomain

/// Encodes records as documents (docs/sync.md):
/// `{seq, hi, v, createdAt, <registers>, extras, tags, s, deleted, deletedAt}`.
///
/// A field that this version does not know is a register like any other: it is merged by its stamp, kept, and sent
/// back. A document with a greater `v` has another form, for which `k` and `z` are reserved: it is left alone until this
/// program is updated.
package enum RecordCodec {
    /// The version of the documents that this program writes.
    package static let version: Int64 = 1

    /// Names that a register must not have because they have another meaning in a document.
    private static let reserved: Set<String> = [
        "*", "seq", "hi", "v", "createdAt", "extras", "tags", "s", "deleted", "deletedAt",
    ]

    /// A document that is not a valid record.
    package struct Unreadable: Error {
        /// What is wrong with it, without its contents.
        package let reason: String
        /// Whether a newer version of this program can read it.
        package var isNewer: Bool { reason == RecordCodec.newerForm }
    }

    /// Why a document cannot be read whose form this version does not know.
    static let newerForm = "a newer version wrote it"

    // MARK: Writing

    /// The whole record.
    package static func document(_ record: Record, sequence: Int64) -> Fields {
        let record = record.normalized()
        var fields = heading(record, sequence: sequence)
        fields["createdAt"] = .integer(record.createdAt)
        var stamps: Fields = ["*": .string(record.origin.description)]
        var (extras, tags): (Fields, Fields) = ([:], [:])
        for (name, register) in record.registers {
            if let key = extraKey(name) {
                extras[key] = .string(register.value.canonicalJSON)
            } else {
                fields[name] = Value(register.value)
            }
            if let stamp = register.stamp { stamps[name] = .string(stamp.description) }
        }
        for (id, element) in record.elements { tags[tagKey(id)] = value(of: element) }
        if let deletion = record.deletion {
            write(deletion, into: &fields)
            stamps["deleted"] = .string((deletion.stamp ?? record.origin).description)
        }
        if !extras.isEmpty { fields["extras"] = .map(extras) }
        if !tags.isEmpty { fields["tags"] = .map(tags) }
        fields["s"] = .map(stamps)
        return fields
    }

    /// What the remote does not have of the record, with the paths to write; nil if the whole document has to be
    /// written.
    package static func changes(
        _ record: Record, since base: RecordBase, sequence: Int64
    ) -> (fields: Fields, mask: DocumentMask)? {
        let difference = record.difference(from: base)
        guard !difference.origin else { return nil }
        var fields = heading(record, sequence: sequence)
        var (stamps, extras, tags): (Fields, Fields, Fields) = ([:], [:], [:])
        var paths = [["seq"], ["hi"], ["v"]]
        for name in difference.registers.sorted() {
            let value = record.registers[name]?.value ?? .null
            if let key = extraKey(name) {
                extras[key] = .string(value.canonicalJSON)
                paths.append(["extras", key])
            } else {
                fields[name] = Value(value)
                paths.append([name])
            }
            stamps[name] = .string(record.stamp(of: name).description)
            paths.append(["s", name])
        }
        for id in difference.elements.sorted() {
            tags[tagKey(id)] = record.elements[id].map(value(of:))
            paths.append(["tags", tagKey(id)])
        }
        if difference.deletion, let deletion = record.deletion {
            write(deletion, into: &fields)
            stamps["deleted"] = .string((deletion.stamp ?? record.origin).description)
            paths += [["deleted"], ["deletedAt"], ["s", "deleted"]]
        }
        if difference.createdAt {
            fields["createdAt"] = .integer(record.createdAt)
            paths.append(["createdAt"])
        }
        if !extras.isEmpty { fields["extras"] = .map(extras) }
        if !tags.isEmpty { fields["tags"] = .map(tags) }
        if !stamps.isEmpty { fields["s"] = .map(stamps) }
        guard let mask = try? DocumentMask(paths.map { try FieldPath($0) }) else { return nil }
        return (fields, mask)
    }

    private static func heading(_ record: Record, sequence: Int64) -> Fields {
        ["seq": .integer(sequence), "hi": .integer(record.highestStamp.milliseconds), "v": .integer(version)]
    }

    private static func write(_ deletion: Record.Register, into fields: inout Fields) {
        fields["deleted"] = .boolean(!deletion.value.isNull)
        fields["deletedAt"] = Value(deletion.value)
    }

    private static func value(of element: Record.Element) -> Value {
        ["v": .boolean(element.isPresent), "s": .string(element.stamp.description)]
    }

    /// On the wire, names of properties and ids are prefixed with a letter, because `__x__` is not allowed.
    private static func extraKey(_ register: String) -> String? {
        TodoRegister.extraKey(of: register).map { "x" + $0 }
    }

    private static func tagKey(_ id: String) -> String { "t" + id }

    // MARK: Reading

    /// The record of a document, and the number of the commit that wrote it.
    /// - Throws: ``Unreadable``.
    package static func record(_ key: RecordKey, _ fields: Fields) throws(Unreadable) -> IncomingRecord {
        if case .integer(version.advanced(by: 1)...)? = fields["v"] {
            throw Unreadable(reason: newerForm)
        }
        guard Identifier<Todo>(key.id) != nil else { throw Unreadable(reason: "its id is not one of ours") }
        guard case .integer(let sequence)? = fields["seq"], 1...1 << 53 ~= sequence else {
            throw Unreadable(reason: "it has no sequence number")
        }
        // Sorted by the bytes of their names, like the fields: two spellings of an accent are two fields but one
        // register.
        var stamps = map(fields["s"])
        func takeStamp(of name: String) throws(Unreadable) -> Stamp? {
            guard let value = stamps[name] else { return nil }
            stamps[name] = nil
            guard case .string(let text) = value, let stamp = Stamp(text) else {
                throw Unreadable(reason: "one of its stamps is malformed")
            }
            return stamp
        }
        guard let origin = try takeStamp(of: "*") else { throw Unreadable(reason: "it has no stamp") }
        var record = Record(kind: key.kind, id: key.id, createdAt: origin.milliseconds, origin: origin)
        func put(_ value: JSONValue, in name: String, _ stamp: Stamp?) {
            guard record.registers[name] == nil || record.stamp(of: name) < stamp ?? origin else { return }
            record.registers[name] = Record.Register(value, stamp)
        }
        if case .integer(let createdAt)? = fields["createdAt"], Limits.time.contains(createdAt) {
            record.createdAt = createdAt
        }
        if let stamp = try takeStamp(of: "deleted") {
            record.deletion = Record.Register(deletion(fields, stamp), stamp)
        }
        for field in fields where !reserved.contains(field.name) {
            put(field.value.registerValue, in: field.name, try takeStamp(of: field.name))
        }
        for field in map(fields["extras"]) where field.name.hasPrefix("x") {
            let key = String(field.name.dropFirst())
            let stamp = try takeStamp(of: TodoRegister.extrasPrefix + key)
            put(extra(field.value), in: TodoRegister.extra(key), stamp)
        }
        // A cleared register may lack its field but still has a stamp.
        for name in stamps.map(\.name) {
            let register = TodoRegister.extraKey(of: name).map(TodoRegister.extra) ?? name
            put(.null, in: register, try takeStamp(of: name))
        }
        for field in map(fields["tags"]) where field.name.hasPrefix("t") {
            let element = map(field.value)
            guard case .boolean(let isPresent)? = element["v"], case .string(let text)? = element["s"],
                let stamp = Stamp(text)
            else { throw Unreadable(reason: "one of its tags is malformed") }
            record.elements[String(field.name.dropFirst())] = Record.Element(isPresent: isPresent, stamp: stamp)
        }
        try check(record)
        return IncomingRecord(record.normalized(), sequence: sequence)
    }

    /// Checks that no required register is missing, and that a conflict can be read.
    private static func check(_ record: Record) throws(Unreadable) {
        let missing = record.kind.content.missingRegister(in: record)
        guard record.kind == .conflict else {
            if let missing { throw Unreadable(reason: "it has no \(missing)") }
            return
        }
        var content = ConflictRecord.Content()
        for (name, register) in record.registers { content.set(name, to: register.value) }
        if missing != nil || content.isDamaged { throw Unreadable(reason: "it does not say what it is about") }
    }

    private static func map(_ value: Value?) -> Fields {
        if case .map(let fields)? = value { fields } else { [:] }
    }

    private static func deletion(_ fields: Fields, _ stamp: Stamp) -> JSONValue {
        guard case .boolean(true)? = fields["deleted"] else { return .null }
        if case .integer(let at)? = fields["deletedAt"], Limits.time.contains(at) { return .integer(at) }
        return .integer(stamp.milliseconds)
    }

    private static func extra(_ value: Value) -> JSONValue {
        if case .string(let text) = value, let json = try? JSONValue(parsing: text) { return json }
        return value.registerValue
    }
}
