import Foundation
import TestSupport
import Testing
import TodoWeb

/// The code that a phone reads from the terminal.
@Suite("QR codes")
struct QRCodeTests {
    @Test("a code is as it was when a reader had read it")
    func known() throws {
        let code = try #require(QRCode("todo"))
        let rows = (0..<code.size).map { row in
            String((0..<code.size).map { code[row, $0] ? "#" : "." } as [Character])
        }
        #expect(
            rows.joined(separator: "\n") == """
                #######.#..#..#######
                #.....#...#.#.#.....#
                #.###.#..####.#.###.#
                #.###.#.#####.#.###.#
                #.###.#.#.###.#.###.#
                #.....#.#.#.#.#.....#
                #######.#.#.#.#######
                ........###..........
                #...#.#####.######..#
                ..#.##..#.#.###..#.#.
                ..#.#.##..#.##....##.
                ..##.#...#.##..#.....
                #.##.####..#..###...#
                ........#.###..#.##..
                #######.##.#..####.#.
                #.....#..#...##.#....
                #.###.#.#...###.....#
                #.###.#..#..###..#.##
                #.###.#...#.##....#..
                #.....#..####..#.#...
                #######.##.#..###.#.#
                """)
    }

    @Test("a text takes the smallest version that has room for it, and one that is too long or no ASCII has no code")
    func versions() {
        let rooms = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
        for (index, room) in rooms.enumerated() {
            #expect(QRCode(String(repeating: "a", count: room))?.size == 21 + 4 * index)
        }
        #expect(QRCode(String(repeating: "a", count: 214)) == nil)
        #expect(QRCode("é") == nil)
    }

    private static let reader = "/usr/bin/zbarimg"

    @Test(
        "a reader reads each version",
        .enabled(if: FileManager.default.isExecutableFile(atPath: reader), "needs zbar-tools"),
        arguments: [1, 14, 26, 42, 62, 84, 106, 122, 152, 180, 213])
    func reads(length: Int) throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "q", count: length)
        let code = try #require(QRCode(text))
        let side = (code.size + 8) * 4
        let pixels = (0..<side).map { row in
            (0..<side).map { code[row / 4 - 4, $0 / 4 - 4] ? "1" : "0" }.joined(separator: " ")
        }
        try "P1\n\(side) \(side)\n\(pixels.joined(separator: "\n"))\n".write(
            toFile: folder.file("code.pbm"), atomically: true, encoding: .utf8)
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: Self.reader)
        process.arguments = ["-q", "--raw", folder.file("code.pbm")]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let read = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(read.trimmingCharacters(in: .newlines) == text)
    }
}
