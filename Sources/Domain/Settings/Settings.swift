/// The settings of a person: how lists look on a terminal, and how typed dates are read.
///
/// A front end keeps them as the text of a ``SettingsFile``, and reads them with
/// ``read(_:commands:now:timeZone:)``. Scripts do not depend on them: where no person looks, a front end ignores the view,
/// the order, the columns and the colours.
public struct Settings: Hashable, Sendable {
    /// The view that a list shows if nothing else is asked for, without `@`; nil for the open to-dos.
    public var view: String?
    /// The order of a list if nothing else is asked for; empty for the usual one.
    public var order: [SortTerm<Todo>] = []
    /// The columns of a list; empty for the usual ones.
    public var columns: [TodoColumn] = []
    /// How a list is treated that is named and does not exist.
    public var missingLists = MissingLists.refused
    /// The day with which weeks begin.
    public var firstWeekday = PhraseSettings.standard.firstWeekday
    /// How `1/2` is read; nil refuses it.
    public var slashOrder = PhraseSettings.standard.slashOrder
    /// The time of `tomorrow morning`, before noon.
    public var morning = PhraseSettings.standard.morning
    /// The time of `tomorrow evening`, from noon on.
    public var evening = PhraseSettings.standard.evening
    /// The time of `tonight`, from noon on.
    public var tonight = PhraseSettings.standard.tonight
    /// When to remind of what is due on a day without a time.
    public var defaultTime = ClockTime.hour(9)
    /// How reminders reach the person.
    public var delivery = Delivery()
    /// What `todo dav` serves, and where.
    public var dav = Dav()
    /// Which to-dos stand out: the first rule that a to-do meets counts.
    public var colors: [ColorRule] = []
    /// Words that stand for others at the beginning of a command line, by name.
    public var aliases: [String: [String]] = [:]

    /// How reminders reach a person, by whatever program delivers them.
    public struct Delivery: Hashable, Sendable {
        /// Whether the desktop shows them.
        public var isOnDesktop = true
        /// A command of the shell that gets each as JSON on its standard input; nil for none.
        public var command: String?
        /// The URL of a topic of ntfy; nil for none.
        public var ntfy: String?
        /// A file of mode 0600 with the token for ntfy; nil for none.
        public var ntfyTokenFile: String?
        /// The address to which they are mailed; nil for none.
        public var mail: String?
        /// The program that takes mail as `sendmail` does.
        public var mailProgram = "/usr/sbin/sendmail"
        /// The name of the one device that pushes and mails, for settings that several devices share; nil for each that has
        /// these settings.
        public var pushDevice: String?

        /// As it is where nothing is set.
        public init() {}
    }

    /// What is served to programs that speak CalDAV, and where.
    public struct Dav: Hashable, Sendable {
        /// The port to listen on, 1 to 65535.
        public var port = 8487
        /// How many days a completed to-do is served after its completion, 0 to 36500.
        public var completedDays = 60
        /// Whether a device may delete a list together with its to-dos.
        public var deletesLists = false

        /// The greatest ``completedDays``.
        package static let mostDays = 36_500

        /// As it is where nothing is set.
        public init() {}
    }

    /// To-dos that stand out.
    public struct ColorRule: Hashable, Sendable {
        /// How they are shown.
        public var style: TextStyle
        /// Which they are.
        public var filter: TodoFilter

        /// A rule.
        public init(_ style: TextStyle, for filter: TodoFilter) {
            self.style = style
            self.filter = filter
        }
    }

    /// Settings as they are where nothing is set.
    public init() {}

    /// How typed dates are read.
    public var phrases: PhraseSettings {
        PhraseSettings(
            morning: morning, evening: evening, tonight: tonight, firstWeekday: firstWeekday, slashOrder: slashOrder,
            allDayTime: defaultTime)
    }

    /// The arguments of a command line. If the first one is an alias, it is replaced by its meaning.
    /// An alias at the beginning of the result is not replaced again.
    public func expanded(_ arguments: [String]) -> [String] {
        guard let first = arguments.first, let words = aliases[first] else { return arguments }
        return words + arguments.dropFirst()
    }
}
