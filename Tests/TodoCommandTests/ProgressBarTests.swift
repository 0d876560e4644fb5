import Testing
import todo

@Suite("Progress bars")
struct ProgressBarTests {
    /// A clock that is advanced by hand, and what was written.
    private final class Scene {
        var now = Duration.seconds(100)
        var written: [String] = []

        func bar(_ label: String, total: Int?, unit: ProgressBar.Unit = .items, on terminal: Terminal) -> ProgressBar {
            ProgressBar(label, total: total, unit: unit, terminal: terminal) {
                self.now
            } write: {
                self.written.append($0)
            }
        }
    }

    private static let terminal = Terminal(isInteractive: true, width: 60, rewritesLines: true)

    @Test("it draws at most ten times a second, and clears its line at the end")
    func drawing() {
        let scene = Scene()
        var bar = scene.bar("importing", total: 1000, on: Self.terminal)
        for count in 0...100 {
            bar.update(to: count * 10)
            scene.now += .milliseconds(5)
        }
        bar.finish()
        bar.finish()
        #expect(
            scene.written == [
                "\rimporting  [=====>                    ]   20%   200 of 1000\u{1B}[K",
                "\rimporting  [==========>               ]   40%   400 of 1000\u{1B}[K",
                "\rimporting  [===============>          ]   60%   600 of 1000\u{1B}[K",
                "\rimporting  [====================>     ]   80%   800 of 1000\u{1B}[K",
                "\rimporting  [==========================]  100%  1000 of 1000\u{1B}[K",
                "\r\u{1B}[K",
            ])
    }

    @Test("what is done at once, or where lines cannot be written over, is not seen")
    func silent() {
        let quick = Scene()
        var bar = quick.bar("importing", total: 10, on: Self.terminal)
        bar.update(to: 10)
        bar.finish()
        #expect(quick.written.isEmpty)
        for terminal in [Terminal.pipe, Terminal(isInteractive: true, width: 60)] {
            let scene = Scene()
            var bar = scene.bar("importing", total: 10, on: terminal)
            scene.now += .seconds(10)
            bar.update(to: 10)
            bar.finish()
            #expect(scene.written.isEmpty)
        }
    }

    @Test("words take the place of a count, cut to the line")
    func words() {
        let scene = Scene()
        var bar = scene.bar("syncing", total: nil, on: Self.terminal)
        scene.now += .milliseconds(200)
        bar.update(to: "300 received, 400 of 57000 sent")
        scene.now += .milliseconds(200)
        bar.update(to: String(repeating: "x", count: 100))
        #expect(scene.written.first == "\rsyncing  300 received, 400 of 57000 sent\u{1B}[K")
        // The carriage return, 59 cells, and the sequence that clears the rest.
        #expect(scene.written.last?.unicodeScalars.count == 1 + 59 + 3)
    }

    @Test("where nobody knows how much there is, it counts")
    func counter() {
        let scene = Scene()
        var bar = scene.bar("reading", total: nil, unit: .bytes, on: Self.terminal)
        scene.now += .seconds(1)
        bar.update(to: 1_250_000)
        #expect(scene.written == ["\rreading  1.2 MB\u{1B}[K"])
    }

    @Test("no line fills the terminal, whatever the numbers", arguments: [1, 5, 20, 40, 60, 200])
    func widths(width: Int) {
        for (count, total) in [(0, 10), (5, 10), (10, 10), (20, 10), (-1, 10), (1, 0), (.max, .max)] {
            let scene = Scene()
            var bar = scene.bar(
                "取り込み", total: total, on: Terminal(isInteractive: true, width: width, rewritesLines: true))
            scene.now += .seconds(1)
            bar.update(to: count)
            let line = scene.written.joined().dropFirst().dropLast(3)
            #expect(DisplayWidth.of(String(line)) < width)
        }
    }

    @Test(
        "amounts of data are short",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_550, "1.5 kB"), (999_999, "999.9 kB"),
            (1_000_000, "1.0 MB"), (Int.max, "9.2 EB"),
        ])
    func bytes(count: Int, expected: String) { #expect(ByteCount.text(count) == expected) }
}
