package import FirestoreWire
import JSON
package import TodoDomain

/// Encodes records as documents (docs/sync.md):
/// `{seq, hi, v, createdAt, <registers>, extras, tags, s, deleted, deletedAt}`, and in a shared space `by`.
///
/// A field that this version does not know is a register like any other: it is merged by its stamp, kept, and sent
/// back. A document with a greater `v` has another form, for which `k` and `z` are reserved. It is ignored until this
/// program is updated.
package enum RecordCodec {
    /// Names that a register must not have, because they have another meaning in a document.
    private static let reserved: Set<String> = [
        "*", "seq", "hi", "v", "by", "createdAt", "extras", "tags", "s", "deleted", "deletedAt",
    ]

    /// A document that is not a valid record.
    package struct Unreadable: Error {
        /// The fault of the document, without its content.
        package let reason: String
        /// Whether a newer version of this program can read it.
        package var isNewer: Bool { reason == RecordCodec.newerForm }
    }

    /// The reason for a document whose form this version does not know.
    static let newerForm = "a newer version wrote it"

    // MARK: Writing

    /// The document of a whole record.
    package static func document(_ record: Record, sequence: Int64, in form: DocumentForm = .own) -> Fields {
        let record = record.normalized()
        var fields = heading(record, sequence: sequence, in: form)
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

    /// The parts of the record that the remote does not have, with the paths to write; nil if the whole document has to
    /// be written.
    package static func changes(
        _ record: Record, since base: RecordBase, sequence: Int64, in form: DocumentForm = .own
    ) -> (fields: Fields, mask: DocumentMask)? {
        let difference = record.difference(from: base)
        guard !difference.origin else { return nil }
        var fields = heading(record, sequence: sequence, in: form)
        var (stamps, extras, tags): (Fields, Fields, Fields) = ([:], [:], [:])
        var paths = [["seq"], ["hi"], ["v"]] + (form.sender == nil ? [] : [["by"]])
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

    private static func heading(_ record: Record, sequence: Int64, in form: DocumentForm) -> Fields {
        var fields: Fields = [
            "seq": .integer(sequence), "hi": .integer(record.highestStamp.milliseconds), "v": .integer(form.version),
        ]
        if let sender = form.sender { fields["by"] = .string(sender) }
        return fields
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
    /// - Throws: ``Unreadable``, also for a document that can only be merged into a known record.
    package static func record(
        _ key: RecordKey, _ fields: Fields, in form: DocumentForm = .own
    ) throws(Unreadable) -> IncomingRecord {
        let incoming = try reading(key, fields, in: form)
        if let problem = incoming.problem { throw Unreadable(reason: problem) }
        return incoming
    }

    /// The record of a document. It may lack something that a complete record needs (`IncomingRecord/problem`).
    ///
    /// A stamp beyond the document's `hi`, an invalid stamp, and a value that the register cannot have are read as if never
    /// written. Such a document is unsound. Only a malicious member of the space writes one. If the stamp counted, the
    /// record could no longer be edited.
    /// - Throws: ``Unreadable``.
    package static func reading(
        _ key: RecordKey, _ fields: Fields, in form: DocumentForm = .own
    ) throws(Unreadable) -> IncomingRecord {
        if case .integer((form.version + 1)...)? = fields["v"] {
            throw Unreadable(reason: newerForm)
        }
        guard Identifier<Todo>(key.id) != nil else { throw Unreadable(reason: "its id is not one of ours") }
        guard case .integer(let sequence)? = fields["seq"], 1...1 << 53 ~= sequence else {
            throw Unreadable(reason: "it has no sequence number")
        }
        var stamps = WrittenStamps(fields)
        let origin = stamps.take("*")
        var record = Record(
            kind: key.kind, id: key.id, createdAt: (origin ?? .oldest).milliseconds, origin: origin ?? .oldest)
        var isUnsound = ["extras", "tags"].contains { !(fields[$0]?.isMap ?? true) }
        func put(_ value: JSONValue, in name: String, _ stamp: Stamp?) {
            let isPossible = key.kind.content.accepts(value, in: name)
            if !isPossible { isUnsound = true }
            let register = isPossible ? Record.Register(value, stamp) : Record.Register(.null, .absent)
            guard record.registers[name] == nil || record.stamp(of: name) < register.stamp ?? record.origin else {
                return
            }
            record.registers[name] = register
        }
        if let createdAt = fields["createdAt"] {
            if case .integer(let time) = createdAt, Limits.time.contains(time) {
                record.createdAt = time
            } else {
                // A merge takes the earlier of two creation dates.
                record.createdAt = max(record.createdAt, stamps.highest ?? 0)
                isUnsound = true
            }
        }
        if let stamp = stamps.take("deleted"), stamp != .oldest {
            if let value = deletion(fields, stamp) {
                record.deletion = Record.Register(value, stamp)
            } else {
                isUnsound = true
            }
        }
        for field in fields where !reserved.contains(field.name) {
            put(field.value.registerValue, in: field.name, stamps.take(field.name))
        }
        for field in map(fields["extras"]) where field.name.hasPrefix("x") {
            let key = String(field.name.dropFirst())
            put(extra(field.value), in: TodoRegister.extra(key), stamps.take(TodoRegister.extrasPrefix + key))
        }
        // A cleared register may lack its field but still has a stamp.
        for name in stamps.names {
            let register = TodoRegister.extraKey(of: name).map(TodoRegister.extra) ?? name
            put(.null, in: register, stamps.take(name))
        }
        for field in map(fields["tags"]) where field.name.hasPrefix("t") {
            if let element = element(field.value, upTo: stamps.highest) {
                record.elements[String(field.name.dropFirst())] = element
            } else {
                isUnsound = true
            }
        }
        let problem = try problem(of: record, hasOrigin: origin != nil)
        for name in key.kind.content.missingRegisters(in: record) {
            record.registers[name] = Record.Register(.null, .absent)
            isUnsound = true
        }
        var incoming = IncomingRecord(record.normalized(), sequence: sequence)
        incoming.isUnsound = isUnsound || stamps.areUnsound || origin == nil
        incoming.problem = problem
        if form.sender != nil, case .string(let sender)? = fields["by"] { incoming.sender = sender }
        return incoming
    }

    /// The reason why this cannot be a record of its own; nil if it can.
    /// - Throws: ``Unreadable`` for a conflict that cannot be read.
    private static func problem(of record: Record, hasOrigin: Bool) throws(Unreadable) -> String? {
        let missing = record.kind.content.missingRegister(in: record)
        guard record.kind == .conflict else {
            return hasOrigin ? missing.map { "it has no \($0)" } : "it has no stamp"
        }
        var content = ConflictRecord.Content()
        for (name, register) in record.registers { content.set(name, to: register.value) }
        if missing != nil || content.isDamaged || !hasOrigin {
            throw Unreadable(reason: "it does not say what it is about")
        }
        return nil
    }

    /// The stamps of a document by the names of their registers. They are taken out one by one. Two spellings of an accent
    /// are two names but one register.
    private struct WrittenStamps {
        private var stamps: Fields
        /// The latest possible time of a stamp in the document, in milliseconds since 1970; nil if the document has no such
        /// limit.
        let highest: Int64?
        /// Whether a taken stamp is beyond ``highest``, or invalid.
        private(set) var areUnsound = false

        init(_ fields: Fields) {
            stamps = RecordCodec.map(fields["s"])
            highest =
                switch fields["hi"] {
                case .integer(let time)?: time
                case .double(let time)?: Int64(exactly: time.rounded(.down))
                default: nil
                }
        }

        /// The names of the stamps that were not taken yet.
        var names: [String] { stamps.map(\.name) }

        /// Takes the stamp of a register; nil if there is none. The oldest stamp replaces an impossible one.
        mutating func take(_ name: String) -> Stamp? {
            guard let value = stamps[name] else { return nil }
            stamps[name] = nil
            if let stamp = RecordCodec.stamp(value, upTo: highest) { return stamp }
            areUnsound = true
            // Without its own stamp, a record does not say when it was made.
            return name == "*" && value.isNoStamp ? nil : .oldest
        }
    }

    private static func stamp(_ value: Value?, upTo highest: Int64?) -> Stamp? {
        guard case .string(let text)? = value, let stamp = Stamp(text) else { return nil }
        return highest.map { stamp.milliseconds <= $0 } ?? true ? stamp : nil
    }

    private static func element(_ value: Value, upTo highest: Int64?) -> Record.Element? {
        let element = map(value)
        guard case .boolean(let isPresent)? = element["v"], let stamp = stamp(element["s"], upTo: highest) else {
            return nil
        }
        return Record.Element(isPresent: isPresent, stamp: stamp)
    }

    private static func map(_ value: Value?) -> Fields {
        if case .map(let fields)? = value { fields } else { [:] }
    }

    /// The value of the deletion; nil if the fields are not a valid deletion.
    private static func deletion(_ fields: Fields, _ stamp: Stamp) -> JSONValue? {
        switch fields["deleted"] {
        case nil, .null?, .boolean(false)?: .null
        case .boolean(true)?:
            if case .integer(let at)? = fields["deletedAt"], Limits.time.contains(at) {
                .integer(at)
            } else {
                .integer(stamp.milliseconds)
            }
        default: nil
        }
    }

    private static func extra(_ value: Value) -> JSONValue {
        if case .string(let text) = value, let json = try? JSONValue(parsing: text) { return json }
        return value.registerValue
    }
}

extension Value {
    fileprivate var isMap: Bool { if case .map = self { true } else { false } }

    /// Whether it is not the text of a stamp, whatever its time.
    fileprivate var isNoStamp: Bool { if case .string(let text) = self { Stamp(text) == nil } else { true } }
}
