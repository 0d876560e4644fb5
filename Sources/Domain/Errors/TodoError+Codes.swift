// The codes of the models, their queries and every repository. Other layers declare their own codes.
extension TodoError.Code {
    // Invalid values.
    /// A to-do needs a title.
    public static let emptyTitle = Self("empty-title")
    /// A title is longer than ``Limits`` says.
    public static let titleTooLong = Self("title-too-long")
    /// A title is more than one line.
    public static let titleNotOneLine = Self("title-not-one-line")
    /// Notes are longer than ``Limits`` says.
    public static let notesTooLong = Self("notes-too-long")
    /// A text is not valid Unicode, or holds a character that cannot be stored.
    public static let badText = Self("bad-text")
    /// A tag needs a title.
    public static let emptyTagTitle = Self("empty-tag-title")
    /// The title of a tag is longer than ``Limits`` says.
    public static let tagTitleTooLong = Self("tag-title-too-long")
    /// A colour is empty or too long.
    public static let badColor = Self("bad-color")
    /// A comment is empty, too long, or has a NUL character.
    public static let badComment = Self("bad-comment")
    /// A list needs a title.
    public static let emptyListTitle = Self("empty-list-title")
    /// The title of a list is longer than ``Limits`` says.
    public static let listTitleTooLong = Self("list-title-too-long")
    /// A list cannot have a name that means "no list".
    public static let reservedName = Self("reserved-name")
    /// The name of a place is empty.
    public static let emptyPlaceName = Self("empty-place-name")
    /// The name of a place is longer than ``Limits`` says.
    public static let placeNameTooLong = Self("place-name-too-long")
    /// A latitude is not within -90 to 90 degrees.
    public static let impossibleLatitude = Self("impossible-latitude")
    /// A longitude is not within -180 to 180 degrees.
    public static let impossibleLongitude = Self("impossible-longitude")
    /// An altitude is not within ``Limits``.
    public static let impossibleAltitude = Self("impossible-altitude")
    /// The calendar has no such day.
    public static let impossibleDay = Self("impossible-day")
    /// A time is not within ``Limits``.
    public static let impossibleTime = Self("impossible-time")
    /// A time zone is not known on this machine.
    public static let unknownTimeZone = Self("unknown-time-zone")
    /// An estimate is not understood, or is not within ``Limits``.
    public static let badEstimate = Self("bad-estimate")
    /// An id is empty, too long, or has a character that is not allowed in ids.
    public static let badIdentifier = Self("bad-identifier")
    /// The imported properties that are not modelled exceed ``Limits``.
    public static let extrasTooLong = Self("extras-too-long")
    /// An extra has a number that JSON does not have: NaN or an infinity.
    public static let badExtra = Self("bad-extra")
    /// The repetition is not written in a form that is understood.
    public static let badRecurrence = Self("bad-recurrence")
    /// A rule of repetition uses features that are not supported here.
    public static let recurrenceNotComputed = Self("recurrence-not-computed")
    /// A reminder is not understood, or has values beyond the limits.
    public static let badReminder = Self("bad-reminder")
    /// A to-do has more reminders than ``Limits`` says.
    public static let tooManyReminders = Self("too-many-reminders")
    /// More to-dos are meant than are changed or added at once.
    public static let tooMany = Self("too-many")
    /// A filter is not understood.
    public static let badFilter = Self("bad-filter")
    /// The conditions of a query are nested too deep, or are too many.
    public static let badQuery = Self("bad-query")
    /// A name that a saved view cannot have.
    public static let badViewName = Self("bad-view-name")
    /// A setting that there is not, or a value that it does not take.
    public static let badSetting = Self("bad-setting")
    /// The type or the registers of an app's record are not allowed, or this version of the app cannot read them.
    public static let badRecord = Self("bad-record")
    /// A page number is below 0 or a page size below 1.
    public static let badPage = Self("bad-page")
    /// A cursor is damaged, or belongs to another order.
    public static let badCursor = Self("bad-cursor")
    /// A distance is negative or not a number.
    public static let badDistance = Self("bad-distance")
    /// Arguments that make no sense, or not together.
    public static let usage = Self("usage")
    /// A file or the standard input has content that is not allowed there.
    public static let badInput = Self("bad-input")
    /// A position in a list's manual order has no room left.
    public static let noRoom = Self("no-room")
    /// A to-do or a list would be above itself, or a to-do would wait for itself.
    public static let wouldCircle = Self("would-circle")
    /// A to-do or a list would be deeper below others than ``Limits`` allows.
    public static let tooDeep = Self("too-deep")

    // Lookups.
    /// There is nothing with this id or name.
    public static let notFound = Self("not-found")
    /// More than one id begins with this prefix, or more than one model has this name.
    public static let ambiguous = Self("ambiguous")
    /// Records in several shared spaces have this id.
    public static let ambiguousID = Self("ambiguous-id")
    /// It already exists.
    public static let alreadyExists = Self("already-exists")

    // Repositories with a remote.
    /// The remote cannot be reached.
    public static let unreachable = Self("unreachable")
    /// The remote does not know the user, or denies access.
    public static let notAuthorised = Self("not-authorised")
    /// No remote is set up.
    public static let noRemote = Self("no-remote")
    /// The remote can be reached, but refuses the request.
    public static let remoteRefused = Self("remote-refused")
    /// Another process is syncing.
    public static let syncing = Self("syncing")
}

extension TodoError.Remedy {
    /// A remote can be set up.
    public static let setUpRemote = Self("set-up-remote", "A remote has to be set up first.")
}
