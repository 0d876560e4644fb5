import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

/// A headless Chromium with a profile of its own, driven over WebDriver.
struct Browser: Sendable {
    /// A name that is another machine's to the browser, and this one.
    static let otherName = "todo.test"

    private let driver: Chromedriver
    private let session: String

    /// Runs `body` with a browser, and ends it.
    static func with<T>(_ body: (Browser) async throws -> T) async throws -> T {
        let driver = try Chromedriver.shared.get()
        await driver.waitUntilReady()
        let options: JSONValue = [
            "binary": .string(Chromedriver.programs?.browser ?? ""),
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--lang=en", .string("--host-resolver-rules=MAP \(Self.otherName) 127.0.0.1"),
            ],
        ]
        let capabilities: JSONValue = [
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
            "acceptInsecureCerts": true,
            "timeouts": ["script": 120_000, "pageLoad": 300_000],
        ]
        let started = try await driver.send(
            .post, "/session", ["capabilities": ["alwaysMatch": capabilities]])
        let browser = Browser(driver: driver, session: try #require(started["sessionId"]?.string))
        let result: Result<T, any Error>
        do {
            result = .success(try await body(browser))
        } catch {
            result = .failure(error)
        }
        _ = try? await driver.send(.delete, "/session/\(browser.session)")
        return try result.get()
    }

    @discardableResult
    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue
    {
        try await driver.send(method, "/session/\(session)\(path)", body)
    }

    /// How long a condition may take; no promise of speed, only a bound for a test that would never end.
    private static let patience = Duration.seconds(
        ProcessInfo.processInfo.environment["BROWSER_PATIENCE"].flatMap { Int($0) } ?? 120)

    // MARK: Pages

    /// Loads an address.
    func open(_ url: String) async throws { try await send(.post, "/url", ["url": .string(url)]) }

    /// Loads an address and waits until the modules run.
    func show(_ url: String) async throws {
        try await open(url)
        try await wait("the page is alive") {
            try await script("return document.documentElement.classList.contains('js')").bool == true
        }
    }

    /// The path and query of the page.
    func address() async throws -> String {
        try await script("return location.pathname + location.search").string ?? ""
    }

    /// What a script returns.
    @discardableResult
    func script(_ text: String, _ arguments: JSONValue...) async throws -> JSONValue {
        try await send(.post, "/execute/sync", ["script": .string(text), "args": .array(arguments)])
    }

    /// The text of the first element that a selector finds; nil if there is none.
    func text(_ selector: String) async throws -> String? {
        try await script("return document.querySelector(arguments[0])?.textContent ?? null", .string(selector)).string
    }

    /// What is in a field.
    func value(_ selector: String) async throws -> String? {
        try await script("return document.querySelector(arguments[0])?.value ?? null", .string(selector)).string
    }

    /// How many elements a selector finds.
    func count(_ selector: String) async throws -> Int {
        Int(try await script("return document.querySelectorAll(arguments[0]).length", .string(selector)).integer ?? 0)
    }

    /// The titles of the rows of the list, in order.
    func titles(_ selector: String = "#content ol.todos:not(#detail *) a.title") async throws -> [String] {
        let found = try await script(
            "return [...document.querySelectorAll(arguments[0])].map((link) => link.textContent)", .string(selector))
        return found.elements?.compactMap(\.string) ?? []
    }

    /// The title of the row with the focus; nil if none has it.
    func focusedTitle() async throws -> String? {
        try await script("return document.activeElement.closest('li.todo')?.dataset.title ?? null").string
    }

    // MARK: Acts

    /// Clicks on the first element that a selector finds, as a mouse does.
    func click(_ selector: String) async throws {
        try await send(.post, "/element/\(try await element(selector))/click")
    }

    /// Clicks with the mouse while a key is held down.
    func click(_ selector: String, holding modifier: String) async throws {
        let place = try await middle(selector)
        let pause: JSONValue = ["type": "pause"]
        let keys: [JSONValue] = [
            ["type": "keyDown", "value": .string(modifier)], pause, pause, pause,
            ["type": "keyUp", "value": .string(modifier)],
        ]
        let mouse: [JSONValue] = [
            pause, ["type": "pointerMove", "duration": 0, "x": .integer(place.x), "y": .integer(place.y)],
            ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0], pause,
        ]
        try await send(
            .post, "/actions",
            [
                "actions": [
                    ["type": "key", "id": "keyboard", "actions": .array(keys)],
                    ["type": "pointer", "id": "mouse", "actions": .array(mouse)],
                ]
            ])
    }

    /// Rests a finger on an element for a while.
    func touch(_ selector: String, for duration: Duration) async throws {
        let place = try await middle(selector)
        let milliseconds = Int64(duration / .milliseconds(1))
        let actions: [JSONValue] = [
            ["type": "pointerMove", "duration": 0, "x": .integer(place.x), "y": .integer(place.y)],
            ["type": "pointerDown", "button": 0], ["type": "pause", "duration": .integer(milliseconds)],
            ["type": "pointerUp", "button": 0],
        ]
        let finger: JSONValue = ["pointerType": "touch"]
        try await send(
            .post, "/actions",
            [
                "actions": [
                    ["type": "pointer", "id": "finger", "parameters": finger, "actions": .array(actions)]
                ]
            ])
    }

    /// Moves a finger over an element, from its middle to the right by so many pixels.
    func swipe(_ selector: String, by across: Int) async throws {
        let place = try await middle(selector)
        let actions: [JSONValue] = [
            ["type": "pointerMove", "duration": 0, "x": .integer(place.x), "y": .integer(place.y)],
            ["type": "pointerDown", "button": 0],
            [
                "type": "pointerMove", "duration": 100, "x": .integer(place.x + Int64(across)), "y": .integer(place.y),
            ],
            ["type": "pointerUp", "button": 0],
        ]
        let finger: JSONValue = ["pointerType": "touch"]
        try await send(
            .post, "/actions",
            [
                "actions": [
                    ["type": "pointer", "id": "finger", "parameters": finger, "actions": .array(actions)]
                ]
            ])
    }

    /// Types into a field.
    func type(_ text: String, into selector: String) async throws {
        try await send(.post, "/element/\(try await element(selector))/value", ["text": .string(text)])
    }

    /// Presses keys one after the other, wherever the focus is; ``Key`` has those without a character.
    func press(_ keys: String..., holding modifier: String? = nil) async throws {
        var actions: [JSONValue] = []
        if let modifier { actions.append(["type": "keyDown", "value": .string(modifier)]) }
        for key in keys.flatMap({ $0.map(String.init) }) {
            actions.append(["type": "keyDown", "value": .string(key)])
            actions.append(["type": "keyUp", "value": .string(key)])
        }
        if let modifier { actions.append(["type": "keyUp", "value": .string(modifier)]) }
        try await send(
            .post, "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
    }

    /// Drags with the mouse from the middle of one element to a place relative to the middle of another.
    func drag(_ selector: String, to target: String, x: Int = 0, y: Int = 0) async throws {
        let (from, to) = (try await middle(selector), try await middle(target))
        func move(_ x: Int64, _ y: Int64) -> JSONValue {
            ["type": "pointerMove", "duration": 60, "x": .integer(x), "y": .integer(y)]
        }
        let actions: [JSONValue] = [
            move(from.x, from.y), ["type": "pointerDown", "button": 0], move(from.x, (from.y + to.y) / 2),
            move(to.x + Int64(x), to.y + Int64(y)), move(to.x + Int64(x), to.y + Int64(y)),
            ["type": "pointerUp", "button": 0],
        ]
        try await send(
            .post, "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": .array(actions)]]])
    }

    /// Clicks twice on the place where an element is first.
    func doubleClick(_ selector: String) async throws {
        let place = try await middle(selector)
        let press: [JSONValue] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        let move: JSONValue = ["type": "pointerMove", "duration": 0, "x": .integer(place.x), "y": .integer(place.y)]
        let pause: JSONValue = ["type": "pause", "duration": 150]
        let actions = [move] + press + [pause] + press
        try await send(
            .post, "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": .array(actions)]]])
    }

    /// The middle of the first element that a selector finds.
    private func middle(_ selector: String) async throws -> (x: Int64, y: Int64) {
        let place = try await script(
            """
            const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
            """, .string(selector))
        return (place.elements?.first?.integer ?? 0, place.elements?.last?.integer ?? 0)
    }

    private func element(_ selector: String) async throws -> String {
        let found = try await send(.post, "/element", ["using": "css selector", "value": .string(selector)])
        return try #require(found.members?.values.first?.string)
    }

    // MARK: Surroundings

    /// A command of the DevTools protocol.
    func devtools(_ command: String, _ parameters: JSONValue = [:]) async throws {
        try await send(.post, "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// The size of the window.
    func resize(_ width: Int, _ height: Int = 900) async throws {
        try await devtools(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(Int64(width)), "height": .integer(Int64(height)), "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }

    /// Whether the person likes it dark.
    func setDark(_ isDark: Bool) async throws {
        let feature: JSONValue = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        let calm: JSONValue = ["name": "prefers-reduced-motion", "value": "reduce"]
        try await devtools("Emulation.setEmulatedMedia", ["features": [feature, calm]])
    }

    /// What was written to the console since it was last asked: errors, and what the policy refused.
    func complaints() async throws -> [String] {
        let log = try await send(.post, "/se/log", ["type": "browser"])
        return log.elements?.filter { $0["level"]?.string == "SEVERE" }.compactMap { $0["message"]?.string } ?? []
    }

    /// Keeps a picture of the page among the files of the build, for people to look at.
    func picture(_ name: String) async throws {
        guard let text = try await send(.get, "/screenshot").string, let data = Data(base64Encoded: text) else {
            return
        }
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appending(path: name + ".png"))
    }

    /// Waits until a condition holds.
    func wait(
        _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: @Sendable () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            if (try? await condition()) == true { return }
            try? await Task.sleep(for: .milliseconds(5))
        }
        Issue.record(what, sourceLocation: sourceLocation)
        throw WebDriverError(code: "timeout", message: "\(what)")
    }
}

/// Keys without a character, as WebDriver names them.
enum Key {
    static let enter = "\u{E007}"
    static let escape = "\u{E00C}"
    static let tab = "\u{E004}"
    static let shift = "\u{E008}"
    static let control = "\u{E009}"
    static let alt = "\u{E00A}"
    static let up = "\u{E013}"
    static let down = "\u{E015}"
    static let left = "\u{E012}"
    static let right = "\u{E014}"
    static let delete = "\u{E017}"
}
