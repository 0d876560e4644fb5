public import Foundation
import TodoDomain

extension Todo {
    /// The to-do as a part of a form. The part has its fields as texts, which ``TodoStore/changes(of:from:to:settings:)``
    /// reads again.
    /// - Parameters:
    ///   - id: the text for its id; nil for the whole id.
    ///   - zone: the time zone of the times.
    public func formPart(id: String? = nil, in zone: TimeZone) -> TodoForm.Part {
        formPart(id: id, in: zone, placeNames: [:])
    }

    /// The to-do as a part of a form.
    /// - Parameter placeNames: the names of the places of its reminders (``TodoStore/placeNames(of:)``).
    package func formPart(id: String?, in zone: TimeZone, placeNames: [Location.ID: String]) -> TodoForm.Part {
        func text(_ due: Due?) -> String {
            switch due {
            case .day(let day): day.description
            case .instant(let date, _): "\(LocalTime(date, in: zone).day) \(LocalTime(date, in: zone).clock)"
            case nil: ""
            }
        }
        func text(_ field: TodoForm.Field) -> String {
            switch field {
            case .title: title
            case .due: text(due)
            case .start: text(start)
            case .repeat: recurrence?.words ?? ""
            case .reminders: TodoForm.text(ofList: shownReminders(in: zone, placeNames).map(\.words))
            case .priority: priority?.rawValue ?? ""
            case .estimate: estimate.map(EstimatePhrase.text) ?? ""
            case .tags: TodoForm.text(ofList: tags.map(\.title))
            case .list: list?.path ?? ""
            case .place: location.map { $0.placeName ?? "\($0.latitude),\($0.longitude)" } ?? ""
            case .notes: notes.trimmingSuffix { $0.isNewline || $0 == " " }
            }
        }
        let values = TodoForm.Field.allCases.map { ($0, text($0)) }
        return TodoForm.Part(id: id ?? self.id.rawValue, values: Dictionary(uniqueKeysWithValues: values))
    }

    /// Its reminders as a form shows them. Reminders of a kind that only a later version knows are left out.
    func shownReminders(
        in zone: TimeZone, _ placeNames: [Location.ID: String]
    ) -> [(alarm: Alarm, words: String)] {
        // A point is left out, because a reminder with it as a name could not be read again.
        let names = placeNames.filter { (try? Coordinate.parse($0.value)) == nil }
        return alarms.compactMap { alarm in
            if case .unknown = alarm.trigger { return nil }
            return (alarm, TodoForm.shown(words(for: alarm, in: zone, placeNames: names)))
        }
    }
}

extension TodoForm {
    /// The text of an item of a list after the list is read again.
    static func shown(_ item: String) -> String { list(text(ofList: [item])).joined() }
}

extension String {
    fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isLeftOut(last) { text.removeLast() }
        return String(text)
    }
}
