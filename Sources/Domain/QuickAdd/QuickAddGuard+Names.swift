/// Guards for names, and guards for phrases with a doubtful meaning.
extension QuickAddGuard {
    private typealias Words = QuickAddVocabulary

    static let names: [QuickAddGuard] = [
        QuickAddGuard("after a title") { phrase in
            phrase.before > 0 && phrase.count == 1
                && Words.titles.contains(phrase.line.all[phrase.before - 1].text) ? .leave : nil
        },
        QuickAddGuard("friday the 13th") { phrase in
            phrase.doubt != nil && phrase.core == "friday" && phrase.last.text == "13th" ? .leave : nil
        },
        QuickAddGuard("nothing else") { $0.count == $0.line.all.count ? .leave : nil },
        QuickAddGuard("a named day") { Words.named.contains($0.p) && $0.isWeekday ? .leave : nil },
        QuickAddGuard("after a possessive") { phrase in
            guard phrase.p.hasSuffix("'s") || phrase.p.hasSuffix("'"), !phrase.saysOn else { return nil }
            // At the end of a line, a whole date is one: lunch at Bob's dec 25.
            if phrase.kind == .monthAndDay || phrase.kind == .weekday && phrase.time != nil, phrase.isLast {
                return nil
            }
            let isBound =
                phrase.kind == .ordinal || phrase.kind == .weekday || phrase.isMonth
                || phrase.time.map { _ in phrase.kind != .relative && phrase.kind != .next } == true
            return isBound ? .leave : nil
        },
        QuickAddGuard("sat as a verb") { phrase in
            phrase.count == 1 && phrase.core == "sat"
                && (phrase.isFirst && !phrase.beginsTimedEvent || phrase.line.firstSubject < phrase.before)
                ? .leave : nil
        },
        QuickAddGuard("the sun") { phrase in
            phrase.count == 1 && phrase.core == "sun"
                && (Words.quantities.contains(phrase.p) || phrase.isBeforeNoun && !phrase.beginsTimedEvent
                    || phrase.before < 2 && !phrase.beginsWithEvent && !phrase.beginsTimedEvent)
                ? .leave : nil
        },
        QuickAddGuard("wed as a verb") { phrase in
            phrase.count == 1 && phrase.core == "wed"
                && (["to", "get", "be", "newly", "just"].contains(phrase.p)
                    || phrase.isFirst && !phrase.beginsTimedEvent)
                ? .leave : nil
        },
        QuickAddGuard("tom as a name") { phrase in
            guard phrase.core == "tom" || phrase.core == "tod", phrase.doubt == nil else { return nil }
            if phrase.isCapital || Words.contact.contains(phrase.p) || Words.hanging.contains(phrase.p) {
                return .leave
            }
            return phrase.count == 1 && (!phrase.isLast || phrase.before < 2) ? .leave : nil
        },
        QuickAddGuard("tom that may be a name") { phrase in
            (phrase.core == "tom" || phrase.core == "tod") && phrase.doubt == nil && phrase.before < 2 ? .name : nil
        },
    ]

    static let capitals: [QuickAddGuard] = [
        QuickAddGuard("before a capital") { phrase in
            guard phrase.isCapital, phrase.nextIsCapital, !phrase.isStrong, !phrase.isRule else { return nil }
            // Dec 9 Anna's birthday.
            if phrase.kind == .monthAndDay, phrase.q.hasSuffix("'s"), !phrase.line.isTitled { return nil }
            // Show is a verb, but also an event of the evening: Tonight Show.
            let isVerb = Words.verbs.contains(phrase.q) && !Words.evening.contains(phrase.q)
            if phrase.isFirst, isVerb, !phrase.line.isTitled { return nil }
            // An abbreviation is not part of a name: Tuesday HR.
            let isAbbreviation = phrase.next?.core.allSatisfy(\.isUppercase) == true && phrase.next?.core.count ?? 0 > 1
            return isAbbreviation ? nil : .leave
        },
        QuickAddGuard("capitals in a title") { phrase in
            phrase.isCapital && phrase.nextIsCapital && phrase.isAllCapital && phrase.line.isTitled
                && phrase.time == nil ? .leave : nil
        },
        QuickAddGuard("a unit with a capital") { phrase in
            phrase.kind == .span && !phrase.line.isShouting
                && phrase.phrase.dropFirst().contains {
                    $0.core.contains(where: \.isUppercase) && !PhraseLexicon.isWeekday($0.text)
                } ? .leave : nil
        },
        QuickAddGuard("Daily with a capital") { phrase in
            phrase.isRule && phrase.count == 1 && phrase.isCapital ? .leave : nil
        },
        QuickAddGuard("a title that is read or seen") { phrase in
            phrase.line.isTitled && phrase.isOfMedia && phrase.time == nil && phrase.hasCapital ? .leave : nil
        },
        QuickAddGuard("a title of something") { phrase in
            guard phrase.line.isTitled, phrase.hasCapital, phrase.time == nil, phrase.doubt == nil else { return nil }
            let hasDayBefore = phrase.line.all[..<phrase.before].contains {
                $0.isCapital && Words.weekdays.contains($0.text)
            }
            return !phrase.beginsWithVerb && !phrase.beginsWithEvent || hasDayBefore ? .name : nil
        },
        QuickAddGuard("several words with capitals") { phrase in
            let letters = phrase.phrase.filter { $0.core.first?.isLetter == true }.count
            // A sentence begins with a capital, and a weekday has one anyway.
            let isSentence =
                phrase.saysOn || phrase.isRule || Words.verbs.contains(phrase.q) || !phrase.last.trail.isEmpty
            if phrase.isFirst, isSentence, !phrase.line.isTitled, !phrase.nextIsCapital,
                phrase.phrase.dropFirst().allSatisfy({
                    !$0.isCapital || PhraseLexicon.isWeekday($0.text) || PhraseLexicon.isMonth($0.text)
                })
            {
                return nil
            }
            if phrase.endsTask { return nil }
            guard phrase.count > 1, phrase.isAllCapital, letters > 1, phrase.doubt == nil,
                phrase.time.map({ $0.form == .word || $0.form == .glued }) ?? true,
                phrase.line.isTitled || phrase.isFirst || phrase.before < 2
            else { return nil }
            let isName = phrase.isOfMedia || phrase.next != nil || !phrase.beginsWithVerb && !phrase.beginsWithEvent
            return isName ? .leave : .name
        },
        QuickAddGuard("a second day of a name") { phrase in
            phrase.line.hasNameOfDay && phrase.hasCapital && phrase.time == nil && phrase.doubt == nil ? .name : nil
        },
        QuickAddGuard("mid- and a month alone") { $0.core.hasPrefix("mid-") && $0.before < 2 ? .name : nil },
        QuickAddGuard("a short weekday as a word") { phrase in
            guard phrase.isFirst, phrase.count == 1, phrase.kind == .weekday, !Words.weekdays.contains(phrase.core),
                !Words.verbs.contains(phrase.q), !phrase.isBeforeDashAndVerb, phrase.last.trail.isEmpty
            else { return nil }
            // Tue and thurs are no other words.
            let isWord = Words.capitalized.contains(phrase.core)
            let isActivity = Words.events.contains(phrase.q) || phrase.line.endsWithTime
            return isWord && !phrase.beginsTimedEvent || !isWord && !isActivity ? .leave : nil
        },
        QuickAddGuard("yesterday in a title") { phrase in
            phrase.core == "yesterday" && (phrase.isFirst || phrase.isCapital || phrase.isOfMedia) && phrase.before < 2
                ? .leave : nil
        },
        QuickAddGuard("look at") { phrase in
            phrase.core == "at" && ["look", "stare", "laugh", "shout"].contains(phrase.p) ? .leave : nil
        },
        QuickAddGuard("the 4th of July") { phrase in
            guard phrase.kind == .monthAndDay, let day = phrase.date?.day, day.month == 7, day.day == 4,
                !phrase.saysOn
            else { return nil }
            return phrase.next != nil || phrase.p == "for" ? .leave : .tell(.inTitle, "The feast, or its day?")
        },
        QuickAddGuard("a short weekday that may be a name") { phrase in
            phrase.kind == .weekday && phrase.count == 1 && Words.capitalized.contains(phrase.core)
                && phrase.before < 2 && phrase.beginsWithVerb ? (phrase.isBeforeNoun ? .leave : .name) : nil
        },
    ]

    /// Guards for phrases that get a hint because of their meaning.
    static let doubts: [QuickAddGuard] = [
        QuickAddGuard("a month alone") { phrase in
            guard phrase.doubt != nil, phrase.count == 1, phrase.isMonth else { return nil }
            let isWord = ["may", "march", "mar", "dec", "jan", "sep"].contains(phrase.core)
            let isName = phrase.isCapital && ["april", "may", "june", "august"].contains(phrase.core)
            return isWord || isName || phrase.next != nil || phrase.isFirst ? .leave : nil
        },
        QuickAddGuard("a range of numbers") { phrase in
            guard phrase.doubt != nil, phrase.count == 1, phrase.kind == nil, phrase.isNumeric || phrase.first.hasDigit,
                phrase.doubt?.kind == .inTitle
            else { return nil }
            let shape = WordShape(phrase.core)
            let areHours = shape.numbers.count == 4 || shape.numbers.allSatisfy { $0 < 25 }
            return !areHours || !phrase.isLast || phrase.before < 1 || QuickAddVocabulary.verbs.contains(phrase.p)
                ? .leave : nil
        },
        QuickAddGuard("a doubt after an article") { phrase in
            phrase.doubt != nil && Words.article.contains(phrase.p) ? .leave : nil
        },
        QuickAddGuard("numbers after a name") { phrase in
            phrase.doubt != nil && phrase.previousIsName && phrase.isNumeric && !phrase.isOfPerson
                && !phrase.phrase.contains {
                    $0.text == "times" || PhraseLexicon.isMonth($0.text) || WordShape($0.text).numbers.count == 4
                }
                ? .leave : nil
        },
        QuickAddGuard("numbers after what is counted") { phrase in
            phrase.doubt != nil && Words.counting.contains(phrase.p) ? .leave : nil
        },
        QuickAddGuard("fractions") { phrase in
            phrase.doubt != nil && phrase.next != nil
                && ["3/4", "1/2", "1/3", "2/3", "1/4"].contains(phrase.last.text) ? .leave : nil
        },
        QuickAddGuard("24/7") { phrase in
            phrase.doubt != nil && ["24/7", "9/11", "50/50", "365/7"].contains(phrase.core) ? .leave : nil
        },
        QuickAddGuard("numbers before a word") { phrase in
            let isQuarter = phrase.first.hasDigit && phrase.isBeforeNoun && phrase.doubt?.kind == .vague
            let isCount = phrase.core == "before" && phrase.last.hasDigit && phrase.isBeforeNoun
            return phrase.doubt != nil && phrase.next != nil
                && (phrase.count == 1 && (phrase.isNumeric || isQuarter) || phrase.count == 2 && isCount) ? .leave : nil
        },
        QuickAddGuard("week 4 of something") { phrase in
            phrase.doubt != nil && phrase.core == "week" && phrase.count == 2
                && (phrase.q == "of" || phrase.isFirst || phrase.isCapital) ? .leave : nil
        },
        QuickAddGuard("a doubt in a title") { phrase in
            guard phrase.doubt != nil, phrase.line.isTitled else { return nil }
            if !phrase.beginsWithVerb || phrase.isOfMedia { return .leave }
            if phrase.isAllCapital, phrase.next != nil { return .leave }
            let second = phrase.line.all[min(phrase.before + 1, phrase.line.all.count - 1)]
            return phrase.count > 1 && ["in", "next", "of"].contains(phrase.core) && second.isCapital ? .leave : nil
        },
        QuickAddGuard("last before a noun") { phrase in
            phrase.doubt != nil && ["last", "this", "next"].contains(phrase.core) && phrase.isBeforeNoun
                ? .leave : nil
        },
        QuickAddGuard("a doubt") { phrase in phrase.doubt.map { .tell($0.kind, $0.reason) } },
    ]
}

extension QuickAddCandidate {
    /// Whether the line is about a person. A name takes no number: call Bob 3/11.
    var isOfPerson: Bool {
        QuickAddVocabulary.contact.contains(line.first) && first.core.contains("/")
            && previous?.core.allSatisfy(\.isLetter) == true
    }

    /// Whether the phrase is such as 12/20, of which only one number can be the month. 5/16 is also a part of an inch.
    var isClearSlash: Bool {
        let shape = WordShape(core)
        guard isLast || isFirst && next != nil, previous?.hasDigit != true else { return false }
        // One word may be the name of a folder: print 2027/03/14.
        if shape.between == ["", "/", "/", ""] { return shape.digits == [4, 2, 2] && before > 1 }
        guard before > 0 || isFirst && next != nil else { return false }
        guard shape.between == ["", "/", ""] else { return false }
        return shape.numbers.contains { 1...12 ~= $0 } && shape.numbers.contains { 13...31 ~= $0 && $0 != 16 }
    }

    /// Whether the first word consists of digits and marks.
    var isNumeric: Bool {
        first.hasDigit && first.text.allSatisfy { $0.isNumber || "./-".contains($0) }
    }
}
