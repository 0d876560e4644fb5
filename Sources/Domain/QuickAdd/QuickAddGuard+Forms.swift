/// Guards about the context that a phrase needs because of its form.
extension QuickAddGuard {
    private typealias Words = QuickAddVocabulary

    /// Guards about the word before a phrase.
    static let beside: [QuickAddGuard] = [
        QuickAddGuard("extend the deadline") { phrase in
            phrase.core == "deadline" && (Words.verbs.contains(phrase.p) || Words.article.contains(phrase.p))
                ? .belongs : nil
        },
        QuickAddGuard("a phrase in a title") { phrase in
            guard phrase.line.isTitled, phrase.isCapital, phrase.time == nil, !phrase.saysOn else { return nil }
            let isLonely = phrase.before < 2 && !phrase.beginsWithVerb && !phrase.beginsWithEvent
            guard
                phrase.isOfMedia || phrase.isAllCapital && phrase.count > 1 || !phrase.isWeekday && !phrase.isMonth
                    || isLonely
            else { return nil }
            if phrase.endsTask { return nil }
            return phrase.isOfMedia || phrase.next != nil ? .leave : .name
        },
        QuickAddGuard("capitals before and in it") { phrase in
            phrase.previousIsName && phrase.isCapital && phrase.previousIsCapital && !phrase.isWeekday
                && !phrase.isMonth && phrase.time == nil && !phrase.endsTask ? .leave : nil
        },
        QuickAddGuard("a name that is read or seen") { phrase in
            phrase.count == 1 && phrase.isCapital
                && (phrase.previousIsName && phrase.isOfMedia || Words.media.contains(phrase.p)) ? .leave : nil
        },
        QuickAddGuard("stop by") { phrase in
            phrase.saysOn && phrase.core == "by" && Words.beforeBy.contains(phrase.p) && !phrase.isAfterThing
                && !(phrase.previousIsCapital && phrase.before > 1)
                ? .leave : nil
        },
        QuickAddGuard("for a day") { phrase in
            ["that", "if", "for", "about"].contains(phrase.p) && !phrase.first.isCapital
                && (phrase.kind == .relative || phrase.kind == .weekday) ? .belongs : nil
        },
        QuickAddGuard("after this or last") { phrase in
            // All of the line is "this friday", so that was left.
            ["last", "this"].contains(phrase.p) && phrase.kind != .theOrdinal && phrase.core != "the" ? .leave : nil
        },
        QuickAddGuard("after a hanging word") { phrase in
            guard Words.hanging.contains(phrase.p) else { return nil }
            if phrase.previousIsCapital, phrase.before > 1, ["times", "last", "like"].contains(phrase.p),
                !phrase.line.isTitled
            {
                return nil
            }
            let goesOn =
                phrase.p == "up"
                || phrase.p == "on"
                    && (phrase.kind == .span || phrase.kind == .relative
                        || ["by", "before", "due", "at", "every", "on"].contains(phrase.core))
            if goesOn { return nil }
            let isNumber = phrase.kind == .ordinal || phrase.kind == .slash || phrase.kind == .part
            let isName =
                phrase.previousIsName && phrase.isCapital || phrase.line.isTitled
                || phrase.kind == .weekday && phrase.isCapital
            return isNumber || isName || phrase.isBeforeNoun || Words.article.contains(phrase.p) ? .leave : .belongs
        },
        QuickAddGuard("after a sign") { phrase in
            phrase.previous != nil && phrase.p.utf8.first?.isLetterOrDigit == false
                && phrase.p.unicodeScalars.first?.properties.isEmojiPresentation != true
                && !phrase.p.contains { $0.isLetter || $0.isNumber || $0 == "_" }
                && !Words.dashes.contains(phrase.p) ? .leave : nil
        },
        QuickAddGuard("2x daily") { phrase in
            let digits = phrase.p.filter { $0 != "x" }
            let isTimes =
                phrase.p.count > 1 && (phrase.p.hasPrefix("x") || phrase.p.hasSuffix("x")) && !digits.isEmpty
                && digits.allSatisfy(\.isNumber)
            return isTimes || ["twice", "bi", "semi"].contains(phrase.p) ? .leave : nil
        },
        QuickAddGuard("after not") { phrase in
            phrase.line.firstNegation < phrase.before ? .tell(.inTitle, "It may say when not.") : nil
        },
        QuickAddGuard("maybe") { phrase in
            Words.uncertain.contains(phrase.p) && phrase.before > 1 ? .tell(.inTitle, "It says only maybe.") : nil
        },
        QuickAddGuard("after what somebody says") { phrase in
            phrase.line.firstClause < phrase.before
                ? .tell(.inTitle, "It may belong to what is said before it.") : nil
        },
    ]

    /// Guards for days that need another word beside them.
    static let forms: [QuickAddGuard] = [
        QuickAddGuard("a length before something") { phrase in
            // A sentence may follow too: in two weeks before it rains.
            let second = phrase.words.upperBound + 1
            let beginsSentence =
                second < phrase.line.all.count && Words.beforeVerb.contains(phrase.line.all[second].text)
            return phrase.kind == .span && ["after", "before"].contains(phrase.q) && !beginsSentence
                ? .tell(.inTitle, "It may count from what follows.") : nil
        },
        QuickAddGuard("a day that has passed") { phrase in
            guard let day = phrase.date?.day, day < phrase.today else { return nil }
            return .tell(.passed, "This day has passed.")
        },
        QuickAddGuard("31.12. alone") { phrase in
            guard phrase.kind == .slash, phrase.time == nil, !phrase.saysOn, !phrase.isWeekday, phrase.count == 1
            else { return nil }
            let isNumber =
                phrase.previousIsName && !phrase.isOfPerson || Words.counting.contains(phrase.p) || phrase.next != nil
                || ["24/7", "50/50"].contains(phrase.core)
            if !isNumber, phrase.isClearSlash { return nil }
            if phrase.isFirst, phrase.isClearSlash, Words.verbs.contains(phrase.q) { return nil }
            return isNumber ? .leave : .tell(.inTitle, "A date, a fraction or a version?")
        },
        QuickAddGuard("24/12/26 of something") { phrase in
            // A year of four digits belongs to a date: invoice 12/24/2026.
            phrase.kind == .slashWithYear && Words.counting.contains(phrase.p)
                && (WordShape(phrase.core).digits.last ?? 0) < 4 ? .leave : nil
        },
        QuickAddGuard("15th alone") { phrase in
            guard phrase.kind == .ordinal, phrase.time == nil, !phrase.saysOn else { return nil }
            let isDue = phrase.isLast && (Words.verbs.contains(phrase.p) || phrase.p == "rent")
            let isNumber =
                phrase.previousIsName || phrase.isFirst || phrase.next != nil || phrase.before < 2 && !isDue
                || Words.counting.contains(phrase.p) || Words.hanging.contains(phrase.p)
            return isNumber ? .leave : nil
        },
        QuickAddGuard("on 5th Avenue") { phrase in
            guard phrase.kind == .ordinal || phrase.kind == .theOrdinal, phrase.saysOn else { return nil }
            let isOfThing = phrase.isBeforeNoun && !phrase.isFirst && !Words.verbs.contains(phrase.q)
            return Words.streets.contains(phrase.q) || isOfThing ? .leave : nil
        },
        QuickAddGuard("15th of what is read or seen") { phrase in
            phrase.kind == .ordinal && phrase.time == nil && !phrase.saysOn && phrase.isOfMedia ? .number : nil
        },
        QuickAddGuard("the 15th alone") { phrase in
            phrase.kind == .theOrdinal && phrase.time == nil && !phrase.saysOn
                && (phrase.isBeforeNoun || phrase.previousIsName || phrase.before < 2) ? .leave : nil
        },
        QuickAddGuard("a feast alone") { phrase in
            guard phrase.kind == .feast, !phrase.saysOn, phrase.time == nil else { return nil }
            return phrase.next != nil ? .leave : .tell(.inTitle, "The feast, or its day?")
        },
        QuickAddGuard("in the morning") { phrase in
            guard phrase.kind == .part,
                phrase.next != nil || phrase.previousIsName || phrase.before < 2 || phrase.isCapital
            else { return nil }
            return phrase.next != nil || phrase.line.isTitled ? .leave : .whichDay
        },
    ]

    /// Guards for times of day.
    static let times: [QuickAddGuard] = [
        QuickAddGuard("noon and 24h alone") { phrase in
            guard phrase.kind == .time, let time = phrase.time, !time.saysAt else { return nil }
            return time.form == .word || time.form == .glued ? .leave : nil
        },
        QuickAddGuard("an hour in words") { phrase in
            guard phrase.kind == .time, let time = phrase.time, !time.saysAt, time.form == .hour else { return nil }
            if phrase.count == 1, phrase.core.hasSuffix("ish"), phrase.isLast { return .half }
            return phrase.count > 1 && phrase.next == nil && !phrase.isFirst ? .half : .leave
        },
        QuickAddGuard("25:00") { phrase in
            phrase.time?.form == .impossible ? .tell(.impossible, "There is no such time.") : nil
        },
        QuickAddGuard("14.30 alone") { phrase in
            phrase.kind == .time && phrase.time?.form == .dot && phrase.time?.saysAt == false ? .leave : nil
        },
        QuickAddGuard("17:00 alone") { phrase in
            guard phrase.kind == .time, let time = phrase.time, !time.saysAt else { return nil }
            let isClock =
                time.form == .full && phrase.first.core.utf8.count == 5 && phrase.count == 1
                && phrase.first.core.utf8.allSatisfy { $0 < UInt8(ascii: "a") }
            guard time.form == .colon || isClock else { return nil }
            // At the end of an activity it is a time too: pick up Zoe 18:30.
            let isActivity = phrase.beginsWithVerb && !phrase.beginsWithEvent && phrase.before > 1
            if isClock, !phrase.isOfMedia, phrase.previous?.hasDigit != true, !Words.counting.contains(phrase.p),
                phrase.isFirst && (Words.verbs.contains(phrase.q) || Words.events.contains(phrase.q))
                    || phrase.isLast && isActivity && phrase.previous?.core.allSatisfy(\.isLetter) == true
            {
                return nil
            }
            // Beside a day elsewhere in the line, it is a time: friday parents' evening 18:30.
            if phrase.isFirst || phrase.isLast, phrase.line.saysDay, !Words.counting.contains(phrase.p),
                phrase.previous?.hasDigit != true, !phrase.isOfMedia
            {
                return nil
            }
            let isNumber =
                phrase.previousIsName
                && (phrase.isOfMedia || phrase.previous?.core.allSatisfy(\.isLetter) == false)
                || phrase.next != nil || Words.counting.contains(phrase.p)
                || phrase.before < 2 && !phrase.beginsWithEvent || Words.verbs.contains(phrase.p)
                || phrase.previous?.hasDigit == true
            return isNumber ? .leave : .tell(.inTitle, "A time, or a number?")
        },
        QuickAddGuard("a range without a day") { phrase in
            guard phrase.kind == .time, phrase.time?.form == .range else { return nil }
            return ["the", "a"].contains(phrase.p) ? .leave : .whichDay
        },
        QuickAddGuard("17h before a word") { phrase in
            phrase.kind == .time && phrase.time?.form == .glued && phrase.next != nil ? .leave : nil
        },
        QuickAddGuard("a time in a title that is read or seen") { phrase in
            phrase.kind == .time && phrase.line.isTitled && phrase.isOfMedia ? .leave : nil
        },
        QuickAddGuard("5pm before a noun") { phrase in
            guard phrase.kind == .time, phrase.time?.saysAt == false else { return nil }
            if phrase.isFirst, phrase.line.endsWithDay { return nil }
            if phrase.isFirst {
                let isActivity = Words.verbs.contains(phrase.q) || Words.events.contains(phrase.q)
                return phrase.next != nil && !isActivity ? .noun : nil
            }
            return !phrase.isLast && phrase.isBeforeNoun ? .noun : nil
        },
        QuickAddGuard("an hour of either half of the day") { phrase in
            guard let time = phrase.time, time.from == nil, time.form == .hour || time.form == .colon,
                phrase.part == nil
            else { return nil }
            let hour = time.minutes / 60
            // Tomorrow dentist at 9: as in dentist tomorrow at 9.
            if phrase.kind == .time, time.saysAt, phrase.isLast, phrase.line.beginsWithDay, hour > 6,
                !phrase.line.isOfEvening
            {
                return nil
            }
            if 1...6 ~= hour || 7...9 ~= hour && phrase.line.isOfEvening { return .half }
            return phrase.kind == .time && time.form == .hour ? .half : nil
        },
        QuickAddGuard("a time after midnight") { phrase in
            guard let time = phrase.time, time.from == nil, let part = phrase.part, part.isLate else { return nil }
            let earliest = part == .night && phrase.kind == .relative ? 6 : 1
            return time.minutes / 60 < earliest && time.form != .word ? .whichDay : nil
        },
        QuickAddGuard("a range with two meanings") { phrase in
            guard let time = phrase.time, time.form == .range else { return nil }
            let isEvening = time.isBare && phrase.line.isOfEvening && time.from.map { $0 < 10 * 60 } == true
            return time.isDoubtful || isEvening ? .tell(.twoMeanings, "From when to when?") : nil
        },
        QuickAddGuard("10 to 12 of something") { phrase in
            phrase.time?.isBare == true && phrase.isBeforeNoun && !phrase.phrase.contains { $0.text == "from" }
                ? .tell(.twoMeanings, "Hours, or a number?") : nil
        },
    ]

    /// Guards about the word after a phrase.
    static let nouns: [QuickAddGuard] = [
        QuickAddGuard("first, before a noun") { phrase in
            guard phrase.isFirst, phrase.isBeforeNoun else { return nil }
            let isVerb = Words.verbs.contains(phrase.q)
            if phrase.line.endsWithTime, phrase.time == nil, !phrase.isRule, !phrase.line.isTitled { return nil }
            if phrase.kind == .monthAndDay, Words.events.contains(phrase.q) || phrase.q.hasSuffix("'s") { return nil }
            if phrase.kind == .weekday, Words.events.contains(phrase.q), !phrase.nextIsCapital { return nil }
            if phrase.kind == .relative, phrase.count == 1, !isVerb, !Words.events.contains(phrase.q) {
                return .noun
            }
            let isName =
                phrase.kind == .weekday && phrase.count == 1 && !isVerb
                || phrase.kind == .monthAndDay && !isVerb || phrase.kind == .next && !isVerb
                || phrase.isRule && phrase.count == 1
            guard isName else { return nil }
            let isTold =
                phrase.q != "roast" && !(phrase.isCapital && phrase.nextIsCapital) && !phrase.isRule
            return isTold ? .noun : .leave
        },
        QuickAddGuard("weekdays as a noun") { phrase in
            guard phrase.isRule, phrase.count == 1, phrase.core.hasSuffix("s"), phrase.next != nil,
                !Words.verbs.contains(phrase.q)
            else { return nil }
            if phrase.isFirst { return .leave }
            return Words.verbs.contains(phrase.p) || phrase.p.hasSuffix("ing") ? .belongs : nil
        },
        QuickAddGuard("before a noun") { phrase in
            guard !phrase.isFirst, phrase.isBeforeNoun else { return nil }
            let saysWhich = phrase.kind == .date && phrase.count == 1 && phrase.first.hasDigit && phrase.time == nil
            if phrase.isStrong, !phrase.isRule, !saysWhich, phrase.time != nil || phrase.kind == .date { return nil }
            let kinds: [PhraseDate.Kind] = [.weekday, .monthAndDay, .next, .relative, .span, .date]
            guard phrase.isRule || phrase.kind.map(kinds.contains) == true else { return nil }
            let isName =
                phrase.isRule && phrase.count < 3 || phrase.nextIsCapital && phrase.isCapital
                || phrase.kind == .weekday && phrase.isCapital
            return isName || phrase.core == "night" || phrase.core == "second" ? .leave : .noun
        },
        QuickAddGuard("before or") { $0.q == "or" ? .tell(.notHeld, "A to-do has one date.") : nil },
        QuickAddGuard("a time before to") { phrase in
            phrase.kind == .time && phrase.time?.form != .word && phrase.q == "to"
                ? .tell(.twoMeanings, "From when to when?") : nil
        },
        QuickAddGuard("daily as an adjective") { phrase in
            guard phrase.isRule, phrase.count == 1, phrase.core.hasSuffix("ly") || phrase.core == "everyday" else {
                return nil
            }
            let isAdjective =
                phrase.isCapital || phrase.next != nil && phrase.q != "with" || phrase.before < 1
                || phrase.previousIsName && phrase.line.isTitled || phrase.p == "publishers"
            return isAdjective ? .leave : nil
        },
        QuickAddGuard("a question") { phrase in
            // Can you remind me tomorrow? asks for something.
            let isAsked =
                ["can", "could", "would"].contains(phrase.line.first)
                && phrase.line.all.dropFirst().first?.text == "you"
            return phrase.last.trail.contains("?") && !isAsked ? .tell(.inTitle, "A question is not a date.") : nil
        },
    ]
}
