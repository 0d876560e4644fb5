import Foundation
import JSON
import TodoDomain

/// The dates of fields in JSON: `{"created", "updated", "fields": {"title": TIME}}`.
extension FieldDates {
    /// The value of the member.
    var json: JSONValue {
        [
            "created": .string(created.rfc3339), "updated": .string(updated.rfc3339),
            "fields": .object(fields.mapValues { .string($0.rfc3339) }),
        ]
    }

    /// Reads the value of the member; nil for anything else.
    init?(_ value: JSONValue) {
        func time(_ value: JSONValue?) -> Date? { value?.string.flatMap(Date.init(rfc3339:)) }
        guard let created = time(value["created"]), let updated = time(value["updated"]),
            let members = value["fields"]?.members
        else { return nil }
        let fields = members.compactMapValues(time)
        guard fields.count == members.count else { return nil }
        self.init(created: created, updated: updated, fields: fields)
    }
}
