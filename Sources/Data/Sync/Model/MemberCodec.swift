package import FirestoreWire
package import TodoDomain

/// Encodes what members of a shared space say about themselves as documents `members/{uid}`:
/// `{seq, hi, v, by, name, devices: [device ids], gone?, goneBy?, at?}`.
package enum MemberCodec {
    /// The document that a member writes about itself.
    /// - Parameters:
    ///   - note: what it says.
    ///   - sequence: the number of the commit.
    ///   - time: the time, in milliseconds since 1970.
    package static func document(_ note: MemberNote, sequence: Int64, at time: Int64) -> Fields {
        let form = DocumentForm.shared(by: note.person)
        var fields: Fields = [
            "seq": .integer(sequence), "hi": .integer(time), "v": .integer(form.version), "by": .string(note.person),
            "devices": .array(note.devices.sorted().prefix(MemberNote.limit).map { .string($0.description) }),
        ]
        if let name = note.name { fields["name"] = .string(name) }
        return fields
    }

    /// What a document says about a member; nil if it says neither a name nor devices, as one of somebody who is gone.
    package static func note(_ person: String, _ fields: Fields) -> MemberNote? {
        var note = MemberNote(person: person)
        if case .string(let text)? = fields["name"] { note.name = try? Validation.memberName(text) }
        if case .array(let ids)? = fields["devices"] {
            for id in ids.prefix(MemberNote.limit) {
                if case .string(let text) = id, let device = DeviceID(text), device != .shared {
                    note.devices.insert(device)
                }
            }
        }
        return note.name == nil && note.devices.isEmpty ? nil : note
    }
}
