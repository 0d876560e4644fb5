extension Settings {
    /// A setting that has one value. It is declared once, in ``all``, and read, written, offered and explained from there.
    public struct Key: Sendable {
        /// Its section and its name, such as `list.sort`.
        public let name: String
        /// Its purpose in a few words.
        public let summary: String
        /// The words that it takes, for completion; empty if it takes other values.
        public let words: [String]
        /// Whether it names a program that runs or a file that is read on this machine, or who is sent what is in such a file or
        /// what a person is reminded of, or what devices may do here. Nobody is to set these from a browser: they would outlive the
        /// session.
        public let isProtected: Bool
        /// Reads a value; throws a ``TodoError`` for one that it does not take.
        let read: @Sendable (String, inout Settings) throws -> Void
        /// The value; nil if it is not set.
        let text: @Sendable (Settings) -> String?

        /// The value that it has in settings, as a file has it; nil if it has none.
        public func value(in settings: Settings) -> String? { text(settings) }

        private init(
            _ name: String, _ summary: String, words: [String] = [], isProtected: Bool = false,
            text: @escaping @Sendable (Settings) -> String?,
            read: @escaping @Sendable (String, inout Settings) throws -> Void
        ) {
            self.name = name
            self.summary = summary
            self.words = words
            self.isProtected = isProtected
            self.text = text
            self.read = read
        }
    }
}

extension Settings.Key {
    /// Every setting that has one value, in the order in which help shows them. Colours and aliases have names of their own:
    /// `colors.bold-red = is:overdue`, `aliases.wk = list @work`.
    public static let all: [Settings.Key] = [
        Settings.Key("list.view", "the view that todo list shows, such as @work", text: { $0.view.map { "@" + $0 } }) {
            $1.view = try SavedView.checkedName($0)
        },
        Settings.Key("list.sort", "the order of todo list, such as due,-priority", text: \.orderText) {
            $1.order = try Settings.order($0)
        },
        Settings.Key(
            "list.columns", "the columns of todo list, such as id,due,title",
            text: { $0.columns.isEmpty ? nil : $0.columns.map(\.rawValue).joined(separator: ",") },
            read: { $1.columns = try TodoColumn.list($0) }),
        yesOrNo(
            "lists.create", "whether a list that is named and missing is made",
            text: { $0.missingLists == .created }, read: { $1.missingLists = $0 ? .created : .refused }),
        choice("dates.week-starts", "the day with which weeks begin", \.firstWeekday, names: \.name),
        Settings.Key(
            "dates.slashes", "whether 1/2 is 1 February (day-first) or 2 January (month-first)",
            words: PhraseSettings.SlashOrder.allCases.map(\.rawValue), text: { $0.slashOrder?.rawValue },
            read: { $1.slashOrder = try PhraseSettings.SlashOrder(named: $0.lowercased()) }),
        time("dates.morning", "the time of “tomorrow morning”", \.morning, isMorning: true),
        time("dates.evening", "the time of “tomorrow evening”", \.evening, isMorning: false),
        time("dates.tonight", "the time of “tonight”", \.tonight, isMorning: false),
        time("dates.default-time", "when to remind of what is due on a day without a time", \.defaultTime),
        yesOrNo(
            "remind.desktop", "whether the desktop shows reminders", text: { $0.delivery.isOnDesktop },
            read: { $1.delivery.isOnDesktop = $0 }),
        text(
            "remind.command", "a command that gets each reminder as JSON on its input", \.delivery.command,
            isProtected: true),
        Settings.Key(
            "remind.ntfy", "the URL of a topic of ntfy to which reminders are sent", isProtected: true,
            text: \.delivery.ntfy, read: { $1.delivery.ntfy = try topicURL($0) }),
        text(
            "remind.ntfy-token-file", "a file of mode 0600 with the token for ntfy", \.delivery.ntfyTokenFile,
            isProtected: true),
        Settings.Key(
            "remind.mail", "the address to which reminders are mailed", isProtected: true, text: \.delivery.mail,
            read: { $1.delivery.mail = try mailAddresses($0) }),
        Settings.Key(
            "remind.mail-program", "the program that takes mail as sendmail does", isProtected: true,
            text: \.delivery.mailProgram, read: { $1.delivery.mailProgram = $0 }),
        text("remind.push-device", "the name of the one device that pushes and mails", \.delivery.pushDevice),
        number("dav.port", "the port of todo dav", \.dav.port, among: 1...65_535),
        number(
            "dav.completed-days", "for how many days todo dav serves a completed to-do", \.dav.completedDays,
            among: 0...Settings.Dav.mostDays),
        yesOrNo(
            "dav.delete-lists", "whether a device may delete a list together with its to-dos", isProtected: true,
            text: { $0.dav.deletesLists }, read: { $1.dav.deletesLists = $0 }),
    ]

    /// The URL of a topic: `http` or `https`, a server, and what comes after it.
    private static func topicURL(_ text: String) throws -> String {
        let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
        let parts = text.dropFirst(scheme?.count ?? 0).split(separator: "/", omittingEmptySubsequences: false)
        guard scheme != nil, parts.count > 1, let server = parts.first, !server.isEmpty, parts.last?.isEmpty == false,
            !text.unicodeScalars.contains(where: \.properties.isWhitespace)
        else {
            throw TodoError(
                .badSetting, "“\(text.excerpt)” is not the URL of a topic of ntfy, such as https://ntfy.sh/my-topic.")
        }
        return text
    }

    /// Addresses of mail with commas between them, as a header has them: `ada@example.org`, `Ada <ada@example.org>`, or `ada` on
    /// this machine.
    private static func mailAddresses(_ text: String) throws -> String {
        let parts = text.split(separator: ",").map { String($0).trimmed }
        for named in parts.isEmpty ? [""] : parts {
            let bare = named.hasSuffix(">") ? named.lastIndex(of: "<").map { named[$0...].dropFirst().dropLast() } : nil
            let address = bare ?? named[...]
            let sides = address.split(separator: "@", omittingEmptySubsequences: false)
            guard sides.count <= 2, sides.allSatisfy({ !$0.isEmpty }),
                !address.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0 == "<" || $0 == ">" })
            else {
                throw TodoError(.badSetting, "“\(named.excerpt)” is not an address of mail, such as ada@example.org.")
            }
        }
        return text
    }

    /// Any text.
    private static func text(
        _ name: String, _ summary: String, _ path: ValuePath<Settings, String?>, isProtected: Bool = false
    ) -> Settings.Key {
        Settings.Key(
            name, summary, isProtected: isProtected, text: { $0[keyPath: path] }, read: { $1[keyPath: path] = $0 })
    }

    /// A setting that is on or off.
    private static func yesOrNo(
        _ name: String, _ summary: String, isProtected: Bool = false, text: @escaping @Sendable (Settings) -> Bool,
        read: @escaping @Sendable (Bool, inout Settings) -> Void
    ) -> Settings.Key {
        let words = ["yes", "no"]
        return Settings.Key(
            name, summary, words: words, isProtected: isProtected, text: { text($0) ? "yes" : "no" }
        ) { typed, settings in
            guard words.contains(typed.lowercased()) else {
                throw UnknownName.error(.badSetting, typed, among: words)
            }
            read(typed.lowercased() == "yes", &settings)
        }
    }

    /// A whole number of this machine.
    private static func number(
        _ name: String, _ summary: String, _ path: ValuePath<Settings, Int>, among numbers: ClosedRange<Int>
    ) -> Settings.Key {
        Settings.Key(name, summary, isProtected: true, text: { "\($0[keyPath: path])" }) { text, settings in
            guard let number = Int(text), numbers.contains(number) else {
                throw TodoError(
                    .badSetting,
                    "“\(text.excerpt)” is not a number from \(numbers.lowerBound) to \(numbers.upperBound).")
            }
            settings[keyPath: path] = number
        }
    }

    /// A setting with a fixed set of values.
    private static func choice<Value: CaseIterable & Equatable & Sendable>(
        _ name: String, _ summary: String, _ path: ValuePath<Settings, Value>,
        names: @escaping @Sendable (Value) -> String
    ) -> Settings.Key {
        let words = Value.allCases.map(names)
        return Settings.Key(name, summary, words: words, text: { names($0[keyPath: path]) }) { text, settings in
            guard let value = Value.allCases.first(where: { names($0) == text.lowercased() }) else {
                throw UnknownName.error(.badSetting, text, among: words)
            }
            settings[keyPath: path] = value
        }
    }

    /// A time of day.
    private static func time(
        _ name: String, _ summary: String, _ path: ValuePath<Settings, ClockTime>, isMorning: Bool? = nil
    ) -> Settings.Key {
        Settings.Key(name, summary, text: { $0[keyPath: path].text }) { text, settings in
            let time = try ClockTime.setting(text)
            if let isMorning, (time.milliseconds < ClockTime.noon.milliseconds) != isMorning {
                throw TodoError(
                    .badSetting, "“\(text.excerpt)” is \(isMorning ? "not before" : "before") noon, which is 12:00.")
            }
            settings[keyPath: path] = time
        }
    }
}
