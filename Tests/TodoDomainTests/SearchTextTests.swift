import Testing
import TodoDomain

@Suite("A search finds")
struct SearchTextTests {
    @Test(
        "a text whatever its case and accents, in every script",
        arguments: [
            ("creme", "Crème brûlée"), ("BRÛLÉE", "crème brulee"), ("STRASSE", "Straße"), ("straße", "STRASSE"),
            ("strasse", "STRAẞE"), ("istanbul", "İstanbul"), ("ISTANBUL", "ıstanbul"), ("αθηνα", "Αθήνα"),
            ("οδος", "ΟΔΌΣ"), ("ΟΔΟΣ", "οδός"), ("οδοσ", "οδός"), ("牛乳", "牛乳を買う"), ("caf\u{E9}", "cafe\u{301}"),
            ("cafe\u{301}", "caf\u{E9}"), ("lodz", "Łódź"), ("smorrebrod", "Smørrebrød"), ("aero", "Ærø"),
            ("œuvre", "OEUVRE"),
            ("viet nam", "Việt Nam"), ("pho", "Phở"), ("duong", "Đường"), ("ångström", "Ångstro\u{308}m"),
            ("елка", "Ёлка"),
            ("full-width 123", "ＦＵＬＬ－ｗｉｄｔｈ　１２３"), ("ガム", "ｶﾞﾑ"), ("ｶﾞﾑ", "ガム"), ("fi", "ﬁne"), ("kg", "㎏"),
            ("½", "1⁄2"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("dz", "ǅungla"),
        ])
    func folding(word: String, text: String) {
        #expect(SearchText.contains(SearchText.folded(text), SearchText.folded(word)))
    }

    @Test(
        "Hebrew with and without points",
        arguments: [("שלום", "שָׁלוֹם"), ("שָׁלוֹם", "שלום"), ("שלום", "\u{FB2A}לום"), ("בראשית", "בְּרֵאשִׁית")])
    func hebrew(word: String, text: String) {
        #expect(SearchText.folded(text) == SearchText.folded(word))
    }

    @Test(
        "Arabic with and without vowel signs, and the alef with any hamza",
        arguments: [
            ("كتاب", "كِتَابٌ"), ("مدرسة", "مَدْرَسَة"), ("اكل", "أكل"), ("اسلام", "إسلام"), ("الان", "الآن"),
            ("رحمن", "رَحْمَٰن"),
        ])
    func arabic(word: String, text: String) {
        #expect(SearchText.folded(text) == SearchText.folded(word))
    }

    @Test(
        "a text in spite of what is invisible in it",
        arguments: [
            ("❤", "❤\u{FE0F}"), ("☎\u{FE0F}", "☎\u{FE0E}"), ("Einkauf", "Ein\u{AD}kauf"),
            ("میخواهم", "می\u{200C}خواهم"),
            ("milk", "\u{200F}mi\u{200B}lk\u{FEFF}"), ("葛城", "葛\u{E0100}城"), ("👩‍🚀", "👩‍🚀"),
        ])
    func invisible(word: String, text: String) {
        #expect(SearchText.contains(SearchText.folded(text), SearchText.folded(word)))
    }

    @Test(
        "a text by the keys of a keyboard, whatever quotation marks, hyphens, dashes and spaces are in it",
        arguments: [
            ("don't", "don’t"), ("don't", "don‘t"), ("don't", "don\u{2BC}t"), ("don't", "don\u{B4}t"),
            ("don't", "don\u{1FFD}t"), ("don't", "don\u{2032}t"), ("don't", "don\u{FF07}t"),
            ("l'été", "l’été"), ("hawai'i", "Hawai\u{2BB}i"), ("'n", "\u{149}"), ("'n", "\u{2BC}N"),
            ("'so'", "‚so‘"), ("'so'", "‹so›"), ("'so'", "\u{201B}so’"),
            ("\"so\"", "“so”"), ("\"so\"", "„so“"), ("\"so\"", "«so»"), ("\"so\"", "\u{201F}so\u{FF02}"),
            ("5' 6\"", "5′ 6″"), ("1'''", "1‴"), ("צה\"ל", "צה\u{5F4}ל"), ("ג'ירפה", "ג\u{5F3}ירפה"),
            ("בית-ספר", "בֵּית\u{5BE}סֵפֶר"),
            ("e-mail", "e\u{2010}mail"), ("e-mail", "E\u{2011}Mail"), ("e-mail", "e\u{FE63}mail"),
            ("2020-2024", "2020–2024"), ("2020-2024", "2020\u{2012}2024"), ("2020-2024", "2020\u{FF0D}2024"),
            ("so - or so", "so — or so"), ("- so", "\u{2015} so"), ("a-b", "a\u{FE58}b"),
            ("-5 °c", "\u{2212}5\u{A0}°C"), ("10-2", "10⁻²"),
            ("wait...", "wait…"), ("10 kg", "10\u{A0}kg"), ("10 kg", "10\u{202F}kg"), ("10 kg", "10\u{2009}kg"),
            ("10 kg", "10\u{3000}kg"),
        ])
    func punctuation(typed: String, text: String) {
        #expect(SearchText.folded(text).utf8.elementsEqual(SearchText.folded(typed).utf8))
        #expect(SearchText.words(of: text) == SearchText.words(of: typed))
    }

    @Test("a phrase in one text, whatever spaces, quotation marks and dashes are in either")
    func phrase() {
        for (part, text) in [("bob's 10 kg", "Carry Bob’s 10\u{A0}kg"), ("Bob’s 10\u{A0}kg", "Carry Bob's 10 kg")] {
            #expect(TextTest.contains(part).isMet(by: text))
        }
        #expect(TextTest.hasPrefix("e-mail").isMet(by: "E\u{2011}Mail an Bob"))
        #expect(TextTest.equals("\"so\" - or so").isMet(by: "“So” – or so"))
    }

    @Test(
        "nothing in what only looks or sounds alike",
        arguments: [
            ("'", "`"), ("'", "″"), ("dont", "don’t"), ("email", "e\u{2011}mail"), ("-", "ー"), ("-", "〜"), ("-", "_"),
            ("\"", "「"),
            ("하", "한"), ("ハ", "バ"), ("は", "ぱ"), ("क", "ख"), ("ко", "ko"), ("コ", "こ"), ("मन", "मान"), ("สวย", "สาย"),
            ("o", "0"),
            ("कष", "क\u{94D}ष"), ("न\u{94D}", "न"), ("มา", "ม้า"),
        ])
    func differences(word: String, text: String) {
        #expect(!SearchText.contains(SearchText.folded(text), SearchText.folded(word)))
    }

    @Test(
        "whole syllables and signs of Hangul, Devanagari and Thai",
        arguments: [
            ("한", "대한민국"), ("대한", "대한민국"), ("हिन्दी", "मेरी हिन्दी"), ("ज़रूर", "ज\u{93C}रूर"), ("ซื้อ", "ไปซื้อนม"),
        ])
    func syllables(word: String, text: String) {
        #expect(SearchText.contains(SearchText.folded(text), SearchText.folded(word)))
    }

    @Test("each word of a search once, cut at white space of every kind")
    func words() {
        #expect(SearchText.words(of: "  Crème\u{3000}BRÛLÉE\n creme\u{A0}x ") == ["creme", "brulee", "x"])
        #expect(SearchText.words(of: "").isEmpty && SearchText.words(of: " \t\u{2028}\u{200B}").isEmpty)
        #expect(SearchText.words(of: "a \u{93F}b") == ["a", "\u{93F}b"])
        #expect(SearchText.words(of: "NOT \"x\" OR title:*") == ["not", "\"x\"", "or", "title:*"])
    }

    @Test("everything where no word is given, and no word in an empty text")
    func empty() {
        #expect(SearchText.contains("", "") && SearchText.contains("a", ""))
        #expect(!SearchText.contains("", "a"))
    }
}
