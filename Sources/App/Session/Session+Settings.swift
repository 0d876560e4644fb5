import Foundation
import TodoDomain
import TodoKit

// The settings of a person. Errors in them never prevent access to the to-dos.
extension Session {
    /// The settings, and the problems of single lines in their file.
    /// - Throws: `bad-setting` or `cannot-open` if the file cannot be read at all.
    func readSettings() throws -> (settings: Settings, problems: [SettingsProblem]) {
        Settings.read(
            try UserSettings().file(), commands: commands, now: environment.now(), timeZone: environment.timeZone)
    }

    /// The present settings, for a process that runs for long. While their file cannot be read, they are those of its
    /// beginning.
    func latestSettings() -> @Sendable () -> Settings {
        let (first, environment, commands) = (settings, environment, commands)
        return {
            guard let file = try? UserSettings().file() else { return first }
            return Settings.read(
                file, commands: commands, now: environment.now(), timeZone: environment.timeZone
            ).settings
        }
    }

    /// How typed dates are read.
    var phrases: PhraseSettings { settings.phrases }

    /// When and where something is typed.
    var typing: TypingContext { TypingContext(now: now, timeZone: timeZone, phrases: phrases) }

    /// When reminders ring.
    var reminders: ReminderSettings { ReminderSettings(timeZone: timeZone, allDayTime: settings.defaultTime) }

    /// The order of a list without a requested order. It can only differ from the usual order on a person's terminal.
    var usualOrder: [SortTerm<Todo>] { output.isInteractive && !isJSON ? settings.order : [] }

    /// Reads the settings, and those of the shown view, for a table. Only on a person's terminal can it look unusual.
    /// - Parameter filters: the shown filters.
    func prepareLook(for filters: [TypedFilter] = []) async throws {
        guard output.isInteractive, !isJSON else { return }
        look.columns = settings.columns
        for name in filters.lazy.compactMap({ $0.filter.condition?.shownView }).prefix(1) {
            let view = try await store.view(named: name)
            if !view.knownColumns.isEmpty { look.columns = view.knownColumns }
            look.grouping = view.knownGrouping
        }
        for rule in settings.colors where output.usesColor {
            do {
                look.rules.append((rule.style, try await query(of: rule).predicate))
            } catch let error as TodoError {
                say("The setting colors.\(rule.style): \(error.reason)")
            }
        }
    }

    private func query(of rule: Settings.ColorRule) async throws -> Query<Todo> {
        let names = try await store.names(in: rule.filter, settings: phrases)
        return try rule.filter.query(now: now, timeZone: timeZone, settings: phrases, names: names)
    }

    /// Warns if a new setting names something that is missing here. The setting counts nevertheless: a view can be made
    /// later, and several devices can have the same settings.
    func sayMissing(in name: String) async {
        guard !isJSON else { return }
        do {
            let settings = try readSettings().settings
            let delivery = settings.delivery
            if name == "list.view", try hasDatabase, let view = settings.view {
                _ = try await query(try await filters(["@" + view], where: nil), byDefault: nil)
            } else if try hasDatabase, let rule = settings.colors.first(where: { name == "colors.\($0.style)" }) {
                _ = try await query(of: rule)
            } else if name == "remind.mail-program", !Subprogram.exists(delivery.mailProgram) {
                throw TodoError(.badSetting, "There is no program \(Sanitized.quoted(delivery.mailProgram)) here.")
            } else if name.hasPrefix("remind.ntfy"), let topic = delivery.ntfy {
                try ReminderPush(url: topic, tokenFile: delivery.ntfyTokenFile).checkToken()
            } else if name == "remind.ntfy-token-file", let file = delivery.ntfyTokenFile,
                InputFile.isFolder(file) || !FileManager.default.isReadableFile(atPath: file)
            {
                throw TodoError(.badSetting, "There is no file \(Sanitized.quoted(file)) here that can be read.")
            }
        } catch let error as TodoError {
            let codes: [TodoError.Code] = [.notFound, .ambiguous, .badFilter, .badSetting, .badConfiguration]
            guard codes.contains(error.code) else { return }
            say("The setting \(name): \(error.reason)")
        } catch {
            // Errors of opening the database are for the commands that need it.
        }
    }

    /// The first day of a week in a picture. For programs it does not depend on the person's region.
    var firstWeekday: PhraseSettings.Weekday {
        output.isInteractive && !isJSON ? settings.firstWeekday : PhraseSettings.standard.firstWeekday
    }

    /// Says what is wrong with the file of the settings.
    func sayProblems(_ problems: [SettingsProblem]) {
        guard !isJSON else { return }
        for problem in problems.prefix(3) {
            let line = problem.line.map { ", line \($0)" } ?? ""
            say("\(UserSettings().path)\(line): \(problem.reason)")
        }
    }
}

extension TodoFilter.Condition {
    /// The name of the view that contains all of this; nil if there is none.
    fileprivate var shownView: String? {
        switch self {
        case .view(let operand):
            if case .phrase(let name) = operand.value { name } else { nil }
        case .and(let parts): parts.lazy.compactMap(\.shownView).first
        case .or, .not, .field, .text: nil
        }
    }
}
