import Foundation
import HTTPTypes
import TodoDomain
import TodoKit

/// The input of a page.
struct PageContext: Sendable {
    let store: TodoStore
    let settings: Settings
    /// Where the settings are kept.
    let file: UserSettings
    let address: Address
    let session: Session
    /// Why the form that was sent from this page was refused; nil if none was.
    let problem: Problem?
    let memory: PageMemory
    let templates: Templates
    /// The newest position of the history when the page was asked for.
    let history: Int64
    /// The state of syncing at that time.
    let sync: SyncStatus
    let now: Date
    let zone: TimeZone
    let dueText: DueText

    init(
        store: TodoStore, settings: Settings, file: UserSettings, address: Address, session: Session,
        memory: PageMemory, templates: Templates, history: Int64, sync: SyncStatus,
        problem: Problem? = nil
    ) {
        self.memory = memory
        self.templates = templates
        self.history = history
        self.sync = sync
        self.store = store
        self.settings = settings
        self.file = file
        self.address = address
        self.session = session
        self.problem = problem
        now = store.stack.environment.now()
        zone = store.stack.environment.timeZone
        dueText = DueText(now: now, timeZone: zone)
    }

    /// The day of the reader.
    var today: Day { Day(containing: now, in: zone) }

    /// Whether rows are being selected, without JavaScript.
    var isSelecting: Bool { address.query["select"] == "1" }

    /// A link to the same page with boxes that select rows, or without.
    var selecting: Fields { ["isOn": isSelecting, "href": address.with(["select": isSelecting ? nil : "1"])] }

    /// The fields of a form that changes stored values: the typed text if the form was `refused`, otherwise the stored value,
    /// which is in `was-…` too. A field that the person left alone may have changed elsewhere since.
    func form(_ act: String, of id: String? = nil, _ stored: [String: String]) -> Fields {
        var fields: Fields = ["refused": problem?.isOf(act, for: id) ?? false]
        for (name, value) in stored {
            let typed = problem?.typed(name, in: act, for: id)
            let isLeftAlone = typed == problem?.typed("was-" + name, in: act, for: id)
            fields[name] = (isLeftAlone ? nil : typed) ?? value
            fields["was-" + name] = value
        }
        return fields
    }
}

/// A form that was refused.
struct Problem: Sendable {
    /// Which form it was.
    let act: String
    /// Why it was refused.
    let error: TodoError
    /// The fields as they were typed.
    let form: FormFields

    /// The text typed into a field of a form; nil if another form was refused.
    func typed(_ name: String, in act: String, for id: String? = nil) -> String? {
        isOf(act, for: id) ? form[name] : nil
    }

    /// Whether it was a form of this act, and for the record with this id if one is named.
    func isOf(_ act: String, for id: String?) -> Bool { self.act == act && (id == nil || form["id"] == id) }

    /// Whether a page says beside the field what is wrong with it.
    func isSaid(on page: Address) -> Bool {
        switch act {
        case "edit": error.underlying is FieldProblems && [page.query["open"], page.path.last].contains(form["id"])
        // The line for subtasks has no room for it.
        case "add": form["parent"] == nil
        case "setting": page.path == ["settings"]
        default: false
        }
    }
}

/// The problems of the fields of a form.
struct FieldProblems: Error {
    /// A sentence for each field.
    let reasons: [String: String]
    /// The list that is named, and is only made once a person says so.
    var newList: String?
}

/// The content of a page.
struct PageContent {
    /// Its title, also in the tab of the browser.
    var title: String
    /// Its template.
    var template: String
    /// The fields of the template.
    var fields: Fields
    /// The status of the answer.
    var status = HTTPResponse.Status.ok
    /// The list into which quick add puts to-dos that name none; nil for the inbox.
    var list: TodoList.ID?
    /// Words that quick add has in it on this page: `+home`.
    var preset = ""
}

extension UserSettings {
    /// The settings for the pages of a store.
    func read(for store: TodoStore) throws -> Settings {
        let environment = store.stack.environment
        // Invalid lines do not stop the pages; the page of settings shows them.
        return Settings.read(
            try file(), commands: [], now: environment.now(), timeZone: environment.timeZone
        ).settings
    }
}

extension TodoStore {
    /// How a person has set reminders.
    func reminderSettings(_ settings: Settings) -> ReminderSettings {
        reminderSettings(allDayTime: settings.defaultTime)
    }
}
