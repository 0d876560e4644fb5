import Testing
import todo

@Suite("Tables")
struct TableTests {
    private static let table = Table(
        columns: [
            .init("id"), .init("n", alignment: .trailing, dropRank: 1),
            .init("title", minimumWidth: 6), .init("tags", minimumWidth: 4, shrinkRank: 1, dropRank: 2),
        ],
        rows: [
            ["a1", "7", "Buy milk", "#home #shop"].map { Table.Cell($0) },
            ["b22", "123", "牛乳を買う", ""].map { Table.Cell($0) },
        ])

    private func text(_ width: Int, _ styles: Styles = Styles(isEnabled: false)) -> String {
        Self.table.lines(width: width, styles: styles).joined(separator: "\n")
    }

    @Test("columns are aligned in cells, and no line ends in spaces")
    func aligned() {
        #expect(
            text(80) == """
                id     n  title       tags
                a1     7  Buy milk    #home #shop
                b22  123  牛乳を買う
                """)
    }

    @Test("what may shrink first shrinks, then the next, then columns go")
    func narrow() {
        #expect(
            text(28) == """
                id     n  title       tags
                a1     7  Buy milk    #home…
                b22  123  牛乳を買う
                """)
        #expect(
            text(22) == """
                id     n  title   tags
                a1     7  Buy m…  #ho…
                b22  123  牛乳…
                """)
        #expect(
            text(20) == """
                id     n  title
                a1     7  Buy milk
                b22  123  牛乳を買う
                """)
        #expect(
            text(15) == """
                id   title
                a1   Buy milk
                b22  牛乳を買う
                """)
        #expect(
            text(6) == """
                id   …
                a1   …
                b22  …
                """)
    }

    @Test("no line is wider than the terminal, at any width that holds the columns that stay", arguments: 6...200)
    func widths(width: Int) {
        for line in Self.table.lines(width: width, styles: Styles(isEnabled: false)) {
            #expect(DisplayWidth.of(line) <= width)
            #expect(!line.hasSuffix(" "))
        }
    }

    @Test("styles change how cells look, not where they stand")
    func styled() {
        let table = Table(
            columns: [.init("id"), .init("title")], rows: [[.init("a", .cyan), .init("late", .red)]])
        #expect(
            table.lines(width: 80, styles: Styles(isEnabled: true)) == [
                "\u{1B}[2mid\u{1B}[0m  \u{1B}[2mtitle\u{1B}[0m", "\u{1B}[36ma\u{1B}[0m   \u{1B}[31mlate\u{1B}[0m",
            ])
    }

    @Test("a column in which no row has text is left out")
    func empty() {
        let table = Table(
            columns: [.init("id"), .init("due"), .init("title")], rows: [["a", "", "b"].map { .init($0) }])
        #expect(table.lines(width: 80, styles: Styles(isEnabled: false)) == ["id  title", "a   b"])
    }
}
