import TodoKit

/// The settings of the person, each with what it is for.
enum SettingsPage {
    static func content(_ context: PageContext, _ file: UserSettings) async throws -> PageContent {
        let environment = context.store.stack.environment
        let (settings, problems) = Settings.read(
            try file.file(), commands: [], now: environment.now(), timeZone: environment.timeZone)
        let refused = context.problem?.act == "setting" ? context.problem : nil
        let rows = Settings.Key.all.map { key -> Fields in
            var fields: Fields = [
                "name": key.name, "summary": key.summary, "value": key.value(in: settings) ?? "",
                "fixed": key.isProtected, "words": key.words, "hasWords": !key.words.isEmpty,
                "listID": "w-" + key.name.replacing(".", with: "-"),
            ]
            if let refused, refused.form["name"] == key.name {
                fields["problem"] = refused.error.message
                fields["value"] = refused.form["value"] ?? ""
            }
            return fields
        }
        return PageContent(
            title: "Settings", template: "settings",
            fields: [
                "rows": rows, "path": file.path, "hasProblems": !problems.isEmpty,
                "problems": problems.map {
                    ["line": $0.line.map { "Line \($0): " } ?? "", "reason": $0.reason] as Fields
                },
            ])
    }
}
