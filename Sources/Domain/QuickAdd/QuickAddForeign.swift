/// A word of another program, or a name that does not exist. It gets a hint and stays in the title.
struct QuickAddForeign {
    let kind: QuickAdd.Hint.Kind
    let reason: String
    let fix: String
    /// Whether a phrase of its own follows: `!friday 9am`.
    var isReminder = false
    /// The number of words after this one that belong to it: 2 for `!30 min before`.
    var following = 0

    /// - Parameters:
    ///   - word: the word as typed.
    ///   - token: the meaning that the word would have if the name existed.
    ///   - names: the names that exist.
    ///   - next: the next two words of the line.
    ///   - isAlone: whether there is no other word in the line.
    init?(
        _ word: Substring, _ token: QuickAddWord.Token?, _ names: QuickAdd.Names, next: [Substring], isAlone: Bool
    ) {
        switch token {
        case .list(let path) where Self.isName(path, of: "/"):
            let similar = names.similarLists[path]
            self.init(
                kind: .unknownName, reason: "There is no list of this name.",
                fix: similar.map { "/\(Self.quoted($0)) or todo lists add \(path)" } ?? "todo lists add \(path)")
            return
        case .place(let name) where PhraseLexicon.isWeekday(Substring(name.lowercased())):
            self.init(kind: .unknownName, reason: "There is no place of this name.", fix: "due:\(name)")
            return
        // @noon is a time, as @5pm is.
        case .place(let name) where Self.isName(name, of: "@") && name.lowercased() != "noon":
            self.init(kind: .unknownName, reason: "There is no place of this name.", fix: "todo places add \(name)")
            return
        case .parent(let id) where id.count > 3 && id.allSatisfy({ $0.isHexDigit && !$0.isUppercase }):
            self.init(kind: .unknownName, reason: "There is no to-do of this id.", fix: "todo ls")
            return
        default: break
        }
        guard let first = word.first, !isAlone, let found = Self.foreign(word, first, next) else { return nil }
        self = found
    }

    private init(kind: QuickAdd.Hint.Kind, reason: String, fix: String, isReminder: Bool = false) {
        self.kind = kind
        self.reason = reason
        self.fix = fix
        self.isReminder = isReminder
    }

    private static func foreign(_ word: Substring, _ first: Character, _ next: [Substring]) -> QuickAddForeign? {
        func told(_ reason: String, _ fix: String) -> QuickAddForeign {
            QuickAddForeign(kind: .foreign, reason: reason, fix: fix)
        }
        switch first {
        case "p" where word == "p4": return told("A priority is p1, p2 or p3; without one there is none.", "")
        case "P" where word.count == 2 && "1234".contains(word.last ?? " "):
            return told("A priority is p1, p2 or p3, in small letters.", word == "P4" ? "" : word.lowercased())
        case "!":
            let rest = word.dropFirst()
            if let reminder = reminder(rest, next) { return reminder }
            let digits = rest.drop { $0 == "!" }
            let isPriority =
                rest.count == 1 && "1234".contains(rest) || ["high", "medium", "low", "none"].contains(rest)
                || rest.first == "!" && (digits.isEmpty || digits.count == 1 && digits.allSatisfy(\.isNumber))
            if isPriority { return told("A priority is not written like this here.", "p1, p2 or p3") }
            let lower = Substring(rest.lowercased())
            let beginsDate =
                PhraseLexicon.isWeekday(lower) || PhraseLexicon.isMonth(lower)
                || ["today", "tomorrow", "tom", "tod", "tonight", "every"].contains(lower)
            guard beginsDate else { return nil }
            return QuickAddForeign(
                kind: .foreign, reason: sayRemind, fix: "remind:\"\(rest)\"", isReminder: true)
        case "/":
            let name = word.dropFirst(2)
            guard word.hasPrefix("//"), name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) }),
                isName(String(name), of: "/")
            else { return nil }
            return told("A list is written with one slash.", "/\(name)")
        case "#":
            let name = word.dropFirst()
            guard name.first?.isLetter == true, name.first?.isASCII == true,
                name.allSatisfy({ $0.isLetter || $0.isNumber || "_/-".contains($0) })
            else { return nil }
            return told("Lists and tags are written differently here.", "/\(name) or +\(name)")
        case "{":
            guard word.last == "}", word.count > 2 else { return nil }
            return told("Braces mean nothing here.", "due:\(word.dropFirst().dropLast())")
        default:
            guard let colon = word.firstIndex(of: ":"), let fix = keys[word[..<colon]] else { return nil }
            let value = word[word.index(after: colon)...]
            guard let first = value.first, first != "/" else { return nil }
            return told("Quick add does not know this word.", fix == "due:" || fix == "start:" ? "\(fix)\(value)" : fix)
        }
    }

    private static let sayRemind = "A reminder is remind: with a time."

    /// The reminder of `!30 min before`, `!1h` and `!9am`.
    /// - Parameters:
    ///   - text: the text after the exclamation mark.
    ///   - next: the next two words of the line.
    private static func reminder(_ text: Substring, _ next: [Substring]) -> QuickAddForeign? {
        let text = Substring(text.lowercased())
        if let time = PhraseLexicon.clock(text), time.form == .full || time.form == .colon {
            return QuickAddForeign(kind: .foreign, reason: sayRemind, fix: "remind:\(text)")
        }
        let shape = WordShape(text)
        guard shape.numbers.count == 1, shape.between[0].isEmpty, shape.digits[0] < 4 else { return nil }
        let isGlued = !shape.between[1].isEmpty
        let words = next.map { Substring($0.lowercased()) }
        guard let unit = isGlued ? shape.between[1] : words.first,
            let letter = letters[unit == "m" ? .minute : PhraseLexicon.units[unit] ?? .year]
        else { return nil }
        var reminder = QuickAddForeign(kind: .foreign, reason: sayRemind, fix: "remind:\(shape.numbers[0])\(letter)")
        reminder.following = isGlued ? 0 : 1
        if words.dropFirst(reminder.following).first == "before" { reminder.following += 1 }
        return reminder
    }

    private static let letters: [PhraseUnit: String] = [.minute: "m", .hour: "h", .day: "d", .week: "w"]

    /// A name as it is written in a line after its sign.
    private static func quoted(_ name: String) -> String {
        name.contains(where: \.isWhitespace) ? "\"\(name)\"" : name
    }

    /// Whether the text is a name rather than a file path, an address or a sign.
    static func isName(_ name: String, of sign: Character) -> Bool {
        guard let first = name.first, first.isLetter, !name.contains("."), !name.contains("@") else { return false }
        guard sign == "/" else { return true }
        let parts = name.split(separator: "/")
        let folder = String(parts[0])
        guard parts.count < 4, name.last != "/", !systemFolders.contains(folder.lowercased()) else { return false }
        return parts.count == 1 || !folders.contains(folder)
    }

    /// Folders that are never lists, even as the only component: /etc.
    private static let systemFolders: Set<String> = [
        "bin", "boot", "dev", "etc", "lib", "mnt", "opt", "proc", "sbin", "srv", "sys", "tmp", "usr", "var",
    ]

    /// Folders in the spelling of operating systems: `/home/ada` is a folder, but `/Home/Garden` is a list.
    private static let folders: Set<String> = [
        "docs", "home", "media", "root", "run", "src", "Library", "Users", "Volumes",
    ]

    private static let keys: [Substring: String] = [
        "at": "@place", "deadline": "due:", "depends": "todo depends", "list": "/list", "pri": "p1, p2 or p3",
        "priority": "p1, p2 or p3", "proj": "/list", "project": "/list", "rec": "every …", "recur": "every …",
        "repeat": "every …", "scheduled": "start:", "t": "start:", "tag": "+tag", "tags": "+tag",
        "until": "every … until", "wait": "start:",
    ]
}
