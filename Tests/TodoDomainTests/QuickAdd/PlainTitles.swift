import TestSupport

extension SeededGenerator {
    /// A title as people type it, in which there is nothing for quick add to understand.
    mutating func plainTitle() -> String {
        let subject =
            switch Int.random(in: 0..<8, using: &self) {
            case 0: personTitle()
            case 1: pick(PlainTitles.works)
            case 2: addressTitle()
            case 3: versionTitle()
            case 4: pathTitle()
            case 5: timeTitle()
            case 6: pick(PlainTitles.oddities)
            default: "\(pick(PlainTitles.works)) / \(personTitle())"
            }
        let verb = chance(0.7) ? pick(PlainTitles.verbs) + " " : ""
        return verb + subject + (chance(0.3) ? pick(PlainTitles.endings) : "")
    }

    private mutating func number(_ range: ClosedRange<Int>) -> String { String(Int.random(in: range, using: &self)) }

    private mutating func personTitle() -> String {
        let (first, last) = (pick(PlainTitles.firstNames), pick(PlainTitles.lastNames))
        return switch Int.random(in: 0..<5, using: &self) {
        case 0: first
        case 1: "\(first) \(last.prefix(1)). \(last)"
        case 2: "\(last), \(first)"
        case 3: "\(first) & \(pick(PlainTitles.firstNames)) \(last)"
        default: "\(first) \(last)"
        }
    }

    private mutating func addressTitle() -> String {
        let street = pick(PlainTitles.streets)
        return switch Int.random(in: 0..<5, using: &self) {
        case 0: "\(number(1...999)) \(street)"
        case 1: "\(street) \(number(1...199))\(pick(["", "a", "B", "/3"]))"
        case 2: "\(number(1...999)) \(street), Apt \(number(1...40))"
        case 3: "\(street) \(number(1...99)), \(number(1000...9999)) \(pick(["Bern", "Zürich", "Porto", "Łódź"]))"
        default: "\(number(1...99)) W \(number(20...99))th St, New York, NY \(number(10_001...10_292))"
        }
    }

    private mutating func versionTitle() -> String {
        let program = pick(["Swift", "macOS", "Python", "libcurl", "todo", "C++", "Debian", "R2-D2", "Ubuntu"])
        return switch Int.random(in: 0..<7, using: &self) {
        case 0: "\(program) \(number(0...30)).\(number(0...30))"
        case 1: "\(program) \(number(0...30)).\(number(1...12))."
        case 2: "\(program) v\(number(0...9)).\(number(0...9)).\(number(0...9))"
        case 3: "\(program) \(number(0...9)).\(number(0...9)).\(number(0...9))-rc.\(number(1...9))+\(number(1...99))d"
        case 4: "\(program) build 2026\(number(10...12))\(number(10...28))"
        case 5: "\(program) \(number(1...31))"
        default: "\(program)@\(number(1...9)).x"
        }
    }

    private mutating func pathTitle() -> String {
        let (folder, file) = (
            pick(["docs", "src/today", "Users/mark", "2026/12", "tmp"]), pick(["a.txt", "README", "dec.c"])
        )
        return switch Int.random(in: 0..<7, using: &self) {
        case 0: "/\(folder)/\(file)"
        case 1: "~/\(folder)/\(file)"
        case 2: "C:\\\(folder.replacing("/", with: "\\"))\\\(file)"
        case 3: "\\\\server\\share\\\(file)"
        case 4: "https://example.com/\(folder)?due=tomorrow&p=1#every"
        case 5: "mail ada@\(file.replacing(" ", with: "")).example"
        default: "./\(folder)/*.\(file)"
        }
    }

    private mutating func timeTitle() -> String {
        let (hour, minute) = (number(0...23), number(10...59))
        return switch Int.random(in: 0..<8, using: &self) {
        case 0: "bus \(number(1...99)), \(hour):\(minute)"
        case 1: "the \(hour):\(minute) to Bern"
        case 2: "\(number(1...12))\(pick(["am", "pm", " am", ":30pm"])) alarm"
        case 3: "shift \(hour):00-\(number(1...23)):00"
        case 4: "\(number(1...24))h race"
        case 5: "Le Mans \(number(1...24))h"
        case 6: "half past \(pick(["noon", "midnight", "eight"]))"
        default: "dinner at \(number(1...12))"
        }
    }
}

/// What plain titles are made of. Much of it looks like what quick add understands.
private enum PlainTitles {
    static let verbs = [
        "Call", "Write to", "Read", "Watch", "Buy", "Fix", "Visit", "Ask about", "Look at", "Upgrade", "Prepare",
        "Return",
        "Review", "Find", "Learn", "Print",
    ]

    static let endings = [
        "!", "?", " again", " (draft)", " …", ", please", " - urgent", " for Anna", " today?", " and more", " p4",
        " +1", " @",
        " 2x", " (due soon)", " 🎉", " / later", " 50%", " each", " every", " by then", " tomorrow's", " \"as is\"",
    ]

    static let firstNames = [
        "Mark", "Jane", "April", "May", "June", "August", "Jan", "Tod", "Mona", "Satya", "Dec", "Ada", "Zoë",
        "Jean-Luc", "Siân", "Ngũgĩ", "Müge", "Łukasz", "美咲", "Юлия", "Marchetta", "Octavia", "Novalie", "Monroe",
        "Friederike",
    ]

    static let lastNames = [
        "Addams", "O'Brien", "van der Berg", "de la Cruz", "Sunak", "Mondale", "Friedman", "Thurman", "Satie", "Decker",
        "Januzaj", "Marchand", "Augustus", "D'Arcy", "McMay", "Today-Smith", "Núñez", "Ødegaard", "山田", "P1k", "Weekes",
    ]

    static let works = [
        "The 5th Wave", "Friday Night Lights", "Tuesdays with Morrie", "Around the World in Eighty Days", "Catch-22",
        "The Sun Also Rises", "A Raisin in the Sun", "One Hundred Years of Solitude", "Nineteen Eighty-Four", "1984",
        "1Q84",
        "Fahrenheit 451", "Slaughterhouse-Five", "The Man Who Was Thursday", "Tomorrow and Tomorrow and Tomorrow",
        "Tomorrow Never Dies", "High Noon", "Before Midnight", "Midnight's Children", "Friday the 13th",
        "The Lost Weekend",
        "Seven Days in May", "The Hunt for Red October", "Apollo 13", "Ocean's 11", "2001: A Space Odyssey",
        "3:10 to Yuma",
        "11/22/63", "24h Le Mans", "Avatar 3D", "\"Someday My Prince Will Come\"", "“Yesterday Once More”",
        "Monday Begins on Saturday!",
        "Next Year in Havana", "Every Man for Himself", "Each Peach Pear Plum", "In the Heat of the Night",
        "Beethoven's 9th",
        "Symphony No. 15", "Der Tod in Venedig", "L'Été, 2e éd.", "吾輩は猫である", "Война и мир", "The Morning Show",
        "Good Evening",
        "The Day After Tomorrow", "Avatar in 3D", "How to Lose a Guy in 10 Days", "Next Friday", "New York Daily",
        "Publishers Weekly", "A Tale of Every Monday Night", "Good Morning", "The Last Day of Summer",
        "An Inspector Calls +", "W. ou le souvenir d'enfance", "The Weekend",
    ]

    static let streets = [
        "Baker Street", "Bahnhofstrasse", "Rue du 4 Septembre", "5th Avenue", "Via XX Settembre", "Calle 2 de Mayo",
        "Market St",
        "Sunset Boulevard", "Sunday's River Road", "Marchmont Street", "May Lane", "Platz des 17. Juni",
        "Augustinergasse",
        "Monument Sq.", "Decatur St.",
    ]

    static let oddities = [
        "7 up", "room 5", "Ch. 3.1", "24", "weekly report", "daily mail", "twice daily", "3x weekly", "the weekly",
        "Version 1.2.", "score 17:00", "John 3:16", "stand by", "by and by", "the 4th of July", "in 2D",
        "9/11", "1/2 cup of rice", "24/7", "+1 for Bob", "+41 44 668 18 00", "A +/- B", "2+2=4", "++i", "+", "-", "#42",
        "@", "^",
        "/", "//", "\\n and \\t", "p4", "p10", "P1", "p. 12", "pp. 1-2", "P2P", "15", "15th edition", "the 15th floor",
        "3d print",
        "2w", "1y plan", "100 m", "5m rope", "3 for 2", "50 % off", "$5.00", "€20", "a:b", "due", "Due: soon",
        "restart:x",
        "overdue:fri", "remind Bob", "start", "start again", "5'10\" tall", "12\" record", "'quoted'",
        "\"+work p1 due:x\"",
        "20991224", "31.12.", "21.11", "1.2.", "2099/12/24", "10/11/2099", "2020-02-02", "yesterday", "someday",
        "weekend",
        "in 5 m", "every", "each", "every 15", "each of 3", "every other", "everyone", "noon", "morning", "next",
        "the next one",
        "🛒", "👨‍👩‍👧‍👦 trip", "naïve café", "e\u{301}te\u{301}", "日本語", "שלום", "مرحبا", "half-day", "mid-may", "post-9am",
        "mon.", "Sat-nav",
        "sun-dried tomatoes", "wedding", "fridge", "thunder", "monsoon", "marching band", "junk", "julienne", "decide",
        "novel",
        "renovation", "octopus", "august company", "jan@example.com", "fri/sat", "mon–fri", "today's news",
        "tomorrow-ish",
    ]
}
