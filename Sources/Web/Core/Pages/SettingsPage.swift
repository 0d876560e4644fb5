import TodoDomain
import TodoKit

/// The settings of the person: a form for each, in the groups of what they change.
enum SettingsPage {
    static func content(_ context: PageContext, _ file: UserSettings) async throws -> PageContent {
        let environment = context.store.stack.environment
        let (settings, problems) = Settings.read(
            try file.file(), commands: [], now: environment.now(), timeZone: environment.timeZone)
        func rows(_ group: SettingField.Group) -> [Fields] {
            Settings.Key.all.filter { SettingField(of: $0).group == group }.map { row($0, settings, context) }
        }
        return PageContent(
            title: "Settings", template: "settings",
            fields: [
                "groups": [
                    ["title": "Dates and times", "rows": rows(.dates)] as Fields,
                    ["title": "Reminders", "rows": rows(.reminders)] as Fields,
                ],
                "terminal": rows(.terminal), "fixed": rows(.machine), "path": file.path,
                "hasProblems": !problems.isEmpty,
                "problems": problems.map {
                    ["line": $0.line.map { "Line \($0): " } ?? "", "reason": $0.reason] as Fields
                },
            ])
    }

    private static func row(_ key: Settings.Key, _ settings: Settings, _ context: PageContext) -> Fields {
        let field = SettingField(of: key)
        let refused = context.problem.flatMap { $0.isOf("setting", for: nil) && $0.form["name"] == key.name ? $0 : nil }
        let stored = key.value(in: settings) ?? ""
        let value = refused.map { $0.form["value"] ?? "" } ?? stored
        var fields: Fields = [
            "name": key.name, "title": field.title ?? key.summary, "value": value,
            "id": "w-" + key.name.replacing(".", with: "-"), "isSelect": false, "isBox": false, "isTime": false,
            "isText": false, "example": field.example(settings, context) ?? false,
            "problem": refused?.error.message ?? false, "help": field.isExplained ? key.summary : false,
        ]
        switch field.control {
        case .select:
            // A refused word is in the list too. If no word is set, the list begins with “Not set”.
            var words = key.words.map { ($0, $0) }
            if stored.isEmpty || field.isOptional { words.insert(("", "Not set"), at: 0) }
            if !words.contains(where: { $0.0 == value }) { words.append((value, value)) }
            fields["isSelect"] = true
            fields["words"] = words.map { word, title -> Fields in
                [
                    "word": word, "title": title.prefix(1).uppercased() + title.dropFirst(), "current": word == value,
                ]
            }
        case .box: (fields["isBox"], fields["checked"]) = (true, value == "yes")
        case .time: fields["isTime"] = true
        case .text: fields["isText"] = true
        }
        return fields
    }
}

/// How the page shows a setting.
struct SettingField {
    /// Where it is shown.
    enum Group { case dates, reminders, terminal, machine }
    /// By which element it is changed.
    enum Control { case select, box, time, text }

    let group: Group
    let control: Control
    /// Its name on the page; nil to show what the setting is for.
    let title: String?
    /// Whether the page says beside the name what the setting is for.
    let isExplained: Bool
    /// Words of a date that depend on it, as people type them.
    private let phrase: String?
    /// Whether it can be unset.
    let isOptional: Bool

    init(of key: Settings.Key) {
        (title, phrase) = Self.words[key.name] ?? (nil, nil)
        isOptional = key.name == "dates.slashes"
        // The other names say it, or an example does.
        isExplained =
            title != nil
            && (["dates.slashes", "dates.default-time"].contains(key.name) || key.name.hasPrefix("list."))
        let section = key.name.prefix { $0 != "." }
        group = key.isProtected ? .machine : section == "dates" ? .dates : section == "remind" ? .reminders : .terminal
        control =
            key.words == ["yes", "no"]
            ? .box : !key.words.isEmpty ? .select : group == .dates ? .time : .text
    }

    /// An example of the effect of a setting: `“tomorrow evening” is Mon 30 Nov 2026 18:00`.
    func example(_ settings: Settings, _ context: PageContext) -> String? {
        guard let phrase else { return nil }
        let due = try? DueEntry.parse(phrase, now: context.now, timeZone: context.zone, settings: settings.phrases).due
        return due.map { "“\(phrase)” is \(context.dueText.long($0))" } ?? "“\(phrase)” is refused"
    }

    private static let words: [String: (title: String?, phrase: String?)] = [
        "dates.week-starts": ("Weeks begin on", "next week"), "dates.slashes": ("Dates with a slash", "1/2"),
        "dates.morning": ("Morning", "tomorrow morning"), "dates.evening": ("Evening", "tomorrow evening"),
        "dates.tonight": ("Tonight", "tonight"), "dates.default-time": ("Reminders of days without a time", nil),
        "remind.desktop": ("Show reminders on the desktop", nil),
        "remind.push-device": ("The one device that pushes and mails", nil),
        "list.view": ("View", nil), "list.sort": ("Order", nil), "list.columns": ("Columns", nil),
    ]
}
