/// The words that guards check, in small letters.
enum QuickAddVocabulary {
    /// Articles, possessives and other words before a noun.
    static let article: Set<Substring> = [
        "a", "an", "another", "any", "each", "every", "her", "his", "its", "my", "new", "no", "old", "other", "our",
        "some", "that", "the", "their", "these", "those", "your",
    ]

    /// Words that begin another part of a sentence, so that a phrase before them is complete.
    static let function: Set<Substring> = [
        "&", "+", "-", "/", "a", "about", "after", "again", "an", "and", "as", "asap", "at", "because", "before",
        "but", "by", "cc", "concerning", "during", "for", "from", "her", "his", "how", "if", "in", "into", "my",
        "near", "notify", "on", "onto", "or", "our", "please", "pls", "plus", "re", "regarding", "remind", "since",
        "so", "than", "that",
        "the", "their", "then", "then:", "though", "through", "to", "too", "unless", "via", "what", "when", "whether",
        "which", "while", "who", "why", "with", "without", "your", "|", "–", "—",
        "he", "i", "i'd", "i'll", "i'm", "i've", "she", "they", "we", "you",
    ]

    /// Words that make a weekday a name: Good Friday.
    static let named: Set<Substring> = [
        "ash", "black", "bloody", "blue", "casual", "cyber", "easter", "fat", "freaky", "girl", "giving", "good",
        "holy", "man", "manic", "maundy", "palm", "red", "ruby", "shrove", "small", "stormy", "super", "taco",
        "throwback", "whit",
    ]

    /// Verbs for things that have a title.
    static let media: Set<Substring> = [
        "borrow", "finish", "hear", "learn", "listen", "play", "read", "reread", "review", "rewatch", "see", "sing",
        "stream", "watch",
    ]

    /// Verbs that can begin a line.
    static let verbs: Set<Substring> = [
        "add", "answer", "apply", "arrange", "ask", "attend", "bake", "book", "borrow", "bring", "buy", "call",
        "cancel", "change", "charge", "check", "clean", "clear", "close", "collect", "come", "cook", "cut", "deliver",
        "discuss", "do", "drop", "email", "empty", "feed", "fetch", "file", "fill", "find", "finish", "fix", "follow",
        "get", "give", "go", "hand", "have", "help", "hoover", "install", "invite", "iron", "join", "leave", "let",
        "mail", "make", "meet", "message", "move", "mow", "order", "organise", "organize", "pack", "paint", "pay",
        "phone", "pick", "plan", "plant", "post", "practise", "prepare", "print", "put", "reach", "read", "refill",
        "remind", "remove", "renew", "repair", "repeat", "replace", "reply", "reserve", "return", "review", "ring",
        "run", "schedule", "see", "sell", "send", "set", "ship", "show", "sign", "sort", "speak", "start", "stop",
        "submit", "sweep", "take", "talk", "tell", "text", "thank", "throw", "tidy", "train", "try", "turn", "update",
        "upgrade", "vacuum", "visit", "walk", "wash", "watch", "water", "work", "wrap", "write",
    ]

    /// Nouns for events with a date, which can begin a line.
    static let events: Set<Substring> = [
        "anniversary", "appointment", "appt", "badminton", "ballet", "barbecue", "bbq", "bday", "bins", "birthday",
        "board", "breakfast", "brunch", "call", "checkup", "choir", "church", "class", "cleaning", "climbing",
        "coffee", "concert", "conference", "daycare", "deadline", "delivery", "demo", "dentist", "dinner", "doctor",
        "drinks", "exam", "flight", "football", "game", "gig", "groceries", "gym", "haircut", "hairdresser", "hockey",
        "homework", "hospital", "inspection", "interview", "kickoff", "laundry", "lecture", "lesson", "lunch",
        "massage", "match", "meeting", "movie", "optician", "orthodontist", "party", "physio", "piano", "pickup",
        "pilates", "plumber", "practice", "presentation", "reading", "recital", "rehearsal", "rent", "report",
        "retro", "review", "run", "running", "seminar", "session", "shopping", "soccer", "spin", "squash", "standup",
        "swim", "swimming", "sync", "tennis", "therapy", "train", "training", "tutoring", "vet", "viewing",
        "volleyball", "vote", "webinar", "wedding", "workout", "workshop", "yoga", "zoom",
    ]

    /// Words before a person's name.
    static let contact: Set<Substring> = [
        "&", "about", "and", "ask", "aunt", "brother", "call", "cousin", "dr", "email", "for", "from", "help",
        "invite", "meet", "message", "mr", "phone", "remind", "ring", "see", "tell", "text", "thank", "to", "uncle",
        "up", "visit", "with", "write",
    ]

    /// Words for events of the evening, so that their hours are in the evening.
    static let evening: Set<Substring> = [
        "bar", "cinema", "concert", "date", "dinner", "drinks", "film", "gig", "movie", "opera", "party", "pub",
        "restaurant", "show", "supper", "theater", "theatre",
    ]

    /// Words that begin a quoted clause.
    static let clause: Set<Substring> = [
        "he's", "how", "i'll", "i'm", "she's", "that", "that's", "they're", "we're", "when", "where", "who", "why",
        "you're",
    ]

    /// Words after which sun is not a day.
    static let quantities: Set<Substring> = [
        "enjoy", "enough", "get", "in", "more", "morning", "much", "some", "the", "vitamin",
    ]

    /// Words that are followed by a number.
    static let counting: Set<Substring> = [
        "apt", "aspect", "build", "bus", "ch", "chapter", "flat", "gate", "invoice", "line", "no", "number", "p",
        "page", "pages", "pp", "psalm", "ratio", "room", "route", "score", "size", "tram", "unit", "v", "verse",
        "version",
    ]

    /// Words that cannot end a title.
    static let endings: Set<Substring> = [
        "about", "after", "and", "are", "as", "at", "be", "before", "between", "bi", "but", "by", "during", "except",
        "for", "from", "if", "in", "into", "is", "last", "like", "next", "nor", "not", "of", "on", "once", "only",
        "or", "past", "per", "semi", "re", "regarding", "since", "than", "this", "through", "till", "times", "to",
        "twice", "until",
        "up", "via", "vs", "was", "were", "when", "where", "which", "who", "with", "without",
    ]

    /// Words after the number of a street or a floor.
    static let streets: Set<Substring> = ["ave", "avenue", "floor", "st", "street"]

    /// Negations.
    static let negations: Set<Substring> = [
        "don't", "dont", "never", "not",
    ]

    /// Subjects after which sat is a verb.
    static let subjects: Set<Substring> = [
        "cat", "dog", "he", "i", "it", "she", "that", "they", "we", "where", "which", "who",
    ]

    /// Verbs that form a phrase with `by`.
    static let beforeBy: Set<Substring> = [
        "come", "drop", "fly", "get", "go", "live", "off", "pass", "pop", "run", "stand", "stop", "swing", "walk",
    ]

    /// Those of these verbs that are also things: renew the pass by friday.
    static let things: Set<Substring> = ["drop", "pass", "run", "stand", "walk"]

    /// Words before a verb.
    static let beforeVerb: Set<Substring> = [
        "&", "and", "can", "could", "he", "i", "it", "let's", "must", "or", "please", "she", "should", "then", "they",
        "to", "we", "will", "would", "you",
    ]

    /// Titles before a name.
    static let titles: Set<Substring> = [
        "dr", "mr", "mrs", "ms", "prof", "st",
    ]

    /// Marks between parts of a line.
    static let dashes: Set<Substring> = [
        "*", "-", "--", "...", "|", "–", "—", "•", "…",
    ]

    /// Abbreviated weekdays that are also ordinary words.
    static let capitalized: Set<Substring> = [
        "mon", "sat", "sun", "wed",
    ]

    /// Words that would be left hanging if the phrase after them were removed.
    static let hanging = article.union(endings)

    static let weekdays = Set(CalendarNames.weekdays.map { Substring($0.lowercased()) })

    /// Words between a day and its time, and words that separate them.
    static let joining: Set<Substring> = ["at", "for", "in", "with"]
    static let apart: Set<Substring> = [
        "about", "between", "from", "of", "on", "re", "regarding", "the", "till", "to", "until",
    ]

    /// Words that ask a telephone for something, before `remind me`.
    static let asking: Set<Substring> = [
        "alexa", "can", "could", "google", "hey", "hi", "ok", "okay", "please", "siri", "would", "you",
    ]

    /// Adverbs that leave open whether a day is meant.
    static let uncertain: Set<Substring> = ["maybe", "perhaps", "possibly", "probably"]

    /// Days that are said from today.
    static let relative: Set<Substring> = ["today", "tmr", "tmrw", "tomorrow", "tonight"]

    /// Words after which a time belongs to something else, even at the end of a line that begins with a day.
    static let separating: Set<Substring> = [
        "about", "between", "for", "re", "re:", "regarding", "till", "until",
    ]

    /// Words that say a day or a repetition, wherever they are.
    static let dayWords: Set<Substring> = [
        "daily", "each", "every", "monthly", "today", "tomorrow", "tonight", "weekday", "weekdays", "weekend",
        "weekends", "weekly", "yearly", "yesterday",
    ]
}
