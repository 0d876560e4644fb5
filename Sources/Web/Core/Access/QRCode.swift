/// A text as a QR code (ISO/IEC 18004), for a link that a phone reads from a screen: bytes, level M, versions 1 to 10.
package struct QRCode: Sendable {
    /// How many modules it is wide and high, without the light border of four that it needs.
    package var size: Int { Self.size(of: version) }
    private var modules: [Bool]
    private var isReserved: [Bool]
    private var version: Int

    private static func size(of version: Int) -> Int { 17 + 4 * version }

    /// A code; nil for more than 213 characters, or one that is no ASCII: readers guess what others mean.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }), let (version, codewords) = QRContent.codewords(of: Array(text.utf8))
        else { return nil }
        self.version = version
        modules = Array(repeating: false, count: Self.size(of: version) * Self.size(of: version))
        isReserved = modules
        drawPatterns()
        draw(codewords)
        let plain = self
        var best = (penalty: Int.max, code: self)
        for mask in 0..<8 {
            var code = plain
            code.apply(mask)
            let penalty = code.penalty
            if penalty < best.penalty { best = (penalty, code) }
        }
        self = best.code
    }

    /// Whether a module is dark; those around the code are light.
    package subscript(row: Int, column: Int) -> Bool {
        0..<size ~= row && 0..<size ~= column && modules[row * size + column]
    }

    /// Two rows of modules in each line of text, dark on light whatever the terminal's colours are.
    package var terminalText: String {
        let border = 4
        let lines = stride(from: -border, to: size + border, by: 2).map { row in
            let blocks = (-border..<size + border).map { column -> Character in
                switch (self[row, column], self[row + 1, column]) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[38;5;16;48;5;231m\(String(blocks))\u{1B}[0m"
        }
        return lines.joined(separator: "\n")
    }

    // MARK: What each code has

    private mutating func reserve(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard 0..<size ~= row, 0..<size ~= column else { return }
        modules[row * size + column] = isDark
        isReserved[row * size + column] = true
    }

    private mutating func drawPatterns() {
        for index in 0..<size {
            reserve(6, index, index % 2 == 0)
            reserve(index, 6, index % 2 == 0)
        }
        for (top, left) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            for row in -1...7 {
                for column in -1...7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    reserve(top + row, left + column, ring != 2 && ring < 4)
                }
            }
        }
        let places = QRContent.alignments(of: version)
        for row in places {
            for column in places {
                // Those three are where the corners are.
                let isCorner =
                    (row == 6 && column == 6) || (row == 6 && column == size - 7) || (row == size - 7 && column == 6)
                if !isCorner { drawAlignment(row, column) }
            }
        }
        drawFormat(mask: 0)
        drawVersion()
    }

    private mutating func drawAlignment(_ middleRow: Int, _ middleColumn: Int) {
        for row in -2...2 {
            for column in -2...2 {
                reserve(middleRow + row, middleColumn + column, max(abs(row), abs(column)) != 1)
            }
        }
    }

    private mutating func drawFormat(mask: Int) {
        // Level M is 00.
        let bits = (mask << 10 | QRContent.remainder(of: mask << 10, by: 0x537)) ^ 0x5412
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            // Beside the corner at the top left, around the timing patterns.
            switch index {
            case 0..<6: reserve(index, 8, isDark)
            case 6..<8: reserve(index + 1, 8, isDark)
            case 8: reserve(8, 7, isDark)
            default: reserve(8, 14 - index, isDark)
            }
            // And once more beside the other two.
            if index < 8 { reserve(8, size - 1 - index, isDark) } else { reserve(size - 15 + index, 8, isDark) }
        }
        reserve(size - 8, 8, true)
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        let bits = version << 12 | QRContent.remainder(of: version << 12, by: 0x1F25)
        for index in 0..<18 {
            let (far, near) = (size - 11 + index % 3, index / 3)
            reserve(far, near, bits >> index & 1 == 1)
            reserve(near, far, bits >> index & 1 == 1)
        }
    }

    // MARK: What it says

    private mutating func draw(_ codewords: [UInt8]) {
        var index = 0
        for right in stride(from: size - 1, through: 1, by: -2) {
            // The column of the timing pattern is left out.
            let right = right <= 6 ? right - 1 : right
            let goesUp = (right + 1) & 2 == 0
            for step in 0..<size {
                let row = goesUp ? size - 1 - step : step
                for column in [right, right - 1] where !isReserved[row * size + column] {
                    guard index < codewords.count * 8 else { continue }
                    modules[row * size + column] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
                    index += 1
                }
            }
        }
    }

    private mutating func apply(_ mask: Int) {
        for row in 0..<size {
            for column in 0..<size where !isReserved[row * size + column] {
                let flips =
                    switch mask {
                    case 0: (row + column) % 2 == 0
                    case 1: row % 2 == 0
                    case 2: column % 3 == 0
                    case 3: (row + column) % 3 == 0
                    case 4: (row / 2 + column / 3) % 2 == 0
                    case 5: row * column % 2 + row * column % 3 == 0
                    case 6: (row * column % 2 + row * column % 3) % 2 == 0
                    default: ((row + column) % 2 + row * column % 3) % 2 == 0
                    }
                if flips { modules[row * size + column].toggle() }
            }
        }
        drawFormat(mask: mask)
    }

    // MARK: How well it can be read

    /// The standard's measure of what makes a code hard to read: runs, blocks, what looks like a corner, and an imbalance.
    private var penalty: Int {
        var penalty = 0
        let corner = [true, false, true, true, true, false, true]
        for isRow in [true, false] {
            for line in 0..<size {
                let line = (0..<size).map { isRow ? self[line, $0] : self[$0, line] }
                var run = 1
                for index in 1..<size {
                    run = line[index] == line[index - 1] ? run + 1 : 1
                    if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
                }
                for start in 0...size - 7 where Array(line[start..<start + 7]) == corner {
                    let isLight = { (range: Range<Int>) in range.allSatisfy { !(0..<size ~= $0) || !line[$0] } }
                    if isLight(start - 4..<start) || isLight(start + 7..<start + 11) { penalty += 40 }
                }
            }
        }
        for row in 1..<size {
            for column in 1..<size {
                let isDark = self[row, column]
                let block = [self[row - 1, column], self[row, column - 1], self[row - 1, column - 1]]
                if block.allSatisfy({ $0 == isDark }) { penalty += 3 }
            }
        }
        let dark = modules.count { $0 }
        return penalty + abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
