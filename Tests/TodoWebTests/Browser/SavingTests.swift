import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("What is typed into the details of a to-do")
    struct SavingTests {
        /// Runs `body` with the details of a to-do open beside all, where another one is too.
        private func withDetails(
            of title: String = "Buy milk", _ body: (RunningSite, Browser, Todo, Todo) async throws -> Void
        ) async throws {
            try await BrowserTests.with { site, browser, url in
                let (todo, other) = (try await site.store.add(title), try await site.store.add("Another one"))
                try await browser.show(url + "/all?open=\(todo.id)")
                try await body(site, browser, todo, other)
                // The refusal is an error of the network, which this test expects.
                _ = try await browser.complaints()
            }
        }

        private func goOn(to todo: Todo, _ browser: Browser) async throws {
            try await browser.click("#content li[data-id='\(todo.id)'] a.title")
            try await browser.wait("the other one is open") { try await browser.value("#f-title") == todo.title }
        }

        private func replace(_ selector: String, _ text: String, _ browser: Browser) async throws {
            try await browser.script(
                "const field = document.querySelector(arguments[0]); field.focus(); field.select();", .string(selector))
            try await browser.press(text)
        }

        @Test("a title that grows long, here or elsewhere, leaves the other fields as they are")
        func longTitle() async throws {
            try await withDetails { site, browser, todo, _ in
                try await browser.script("window.fields = document.querySelector('#edit .fields')")
                let title = String(repeating: "word ", count: 20) + "end"
                try await replace("#f-title", title + Key.tab, browser)
                try await browser.wait("it is saved and shown") { try await browser.text("#edit .whole") == title }
                let isSame = "return window.fields === document.querySelector('#edit .fields')"
                #expect(try await browser.script(isSame).bool == true)
                #expect(try await browser.script("return document.activeElement !== document.body").bool == true)
                _ = try await site.store.edit([todo.id], TodoChanges(title: "Short"))
                try await browser.wait("it is gone") { try await browser.count("#edit .whole") == 0 }
                #expect(try await browser.script(isSame).bool == true)
            }
        }

        @Test("laying any elements over any others makes them equal, and moves nothing that stays")
        func laying() async throws {
            try await withDetails { _, browser, _, _ in
                let found = try await browser.script(
                    """
                    return import(document.querySelector('script').src.replace('main', 'lay')).then(({ layChildren }) => {
                      let seed = 7;
                      const random = (most) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % most;
                      const make = (depth) => {
                        const [all, keys] = [document.createElement('div'), new Set()];
                        for (let count = random(7); count > 0; count -= 1) {
                          if (random(4) === 0) { all.append('t' + random(5)); continue; }
                          const element = document.createElement(['div', 'p', 'section', 'ul'][random(4)]);
                          const key = 'k' + random(18);
                          if (key < 'k6' && !keys.has(key)) { keys.add(key); element.setAttribute('id', key); }
                          element.append(...(depth ? make(depth - 1).childNodes : ['x' + random(9)]));
                          all.append(element);
                        }
                        all.normalize();
                        return all;
                      };
                      for (let run = 0; run < 4000; run += 1) {
                        const [old, now] = [make(2), make(2)];
                        const before = old.outerHTML;
                        if (run % 2) document.body.append(old);
                        layChildren(old, now);
                        old.remove();
                        old.normalize();
                        if (!old.isEqualNode(now)) return before + ' became ' + old.outerHTML + ' for ' + now.outerHTML;
                      }
                      const [old, now] = [document.createElement('div'), document.createElement('div')];
                      old.innerHTML = '<div>A</div><p>B</p><ul id="u"></ul><p>save</p>';
                      now.innerHTML = '<p>new</p><div>A</div><p>B</p><ul id="u"></ul><p>save</p>';
                      const kept = [...old.children];
                      layChildren(old, now);
                      return kept.every((element) => element.isConnected === old.isConnected && element.parentElement === old)
                        ? '' : 'an element was made anew: ' + old.outerHTML;
                    });
                    """)
                #expect(found.string == "")
            }
        }

        @Test("a contested field keeps no other from saving itself, and what was typed into it is not lost")
        func contested() async throws {
            try await withDetails { site, browser, todo, other in
                try await replace("#f-title", "mine", browser)
                _ = try await site.store.edit([todo.id], TodoChanges(title: "theirs"))
                try await browser.wait("theirs shows") { try await browser.count(".theirs") == 1 }
                try await replace("#f-tags", "shop", browser)
                try await replace("#f-notes", "precious", browser)
                try await goOn(to: other, browser)
                try await browser.wait("the others are saved") {
                    let now = try await site.store.todos.find(todo.id)
                    return now.notes == "precious" && now.tags.map(\.title) == ["shop"] && now.title == "theirs"
                }
                try await browser.wait("it is said") {
                    try await browser.text("#note")?.contains("Title of “theirs” was not saved") == true
                }
                try await browser.click("#note a")
                try await browser.wait("it is there again") { try await browser.value("#f-title") == "mine" }
                #expect(try await browser.text(".theirs")?.contains("theirs") == true)
                try await browser.click(".theirs button:last-of-type")
                try await browser.wait("it is saved knowingly") {
                    try await site.store.todos.find(todo.id).title == "mine"
                }
            }
        }

        @Test("a field that is refused keeps no other from saving itself, and elsewhere it is said which one it was")
        func refused() async throws {
            try await withDetails { site, browser, todo, other in
                try await replace("#f-due", "frday", browser)
                try await replace("#f-notes", "precious", browser)
                try await replace("#f-tags", "shop", browser)
                try await browser.wait("why shows beside it") { try await browser.count("#e-due") == 1 }
                #expect(
                    try await browser.script("return document.querySelector('#f-due').ariaInvalid").string == "true")
                try await goOn(to: other, browser)
                try await browser.wait("the others are saved") {
                    let now = try await site.store.todos.find(todo.id)
                    return now.notes == "precious" && now.tags.map(\.title) == ["shop"]
                }
                try await browser.wait("it is said") {
                    try await browser.text("#note")?.contains("Due of “Buy milk” was not saved: ") == true
                }
                try await browser.click("#note a")
                try await browser.wait("it is there again") { try await browser.value("#f-due") == "frday" }
                try await replace("#f-due", "2027-01-02" + Key.tab, browser)
                try await browser.wait("it is mended") {
                    try await site.store.todos.find(todo.id).due == .day(2027, 1, 2)
                }
                try await browser.wait("nothing is wrong any more") { try await browser.count("#edit .problem") == 0 }
                #expect(try await browser.script("return document.querySelector('#f-due').ariaInvalid").string == nil)
                // The refusal comes after the person has gone on.
                try await browser.script("document.querySelector('#note').replaceChildren()")
                try await replace("#f-due", "frday 17:00", browser)
                try await goOn(to: other, browser)
                try await browser.wait("it is said") {
                    try await browser.text("#note")?.contains("Due of “Buy milk” was not saved: ") == true
                }
            }
        }

        @Test("an empty title is refused beside its field, which names the reason")
        func emptyTitle() async throws {
            try await withDetails { site, browser, todo, _ in
                try await replace("#f-title", Key.delete + Key.tab, browser)
                try await browser.wait("why shows") { try await browser.count("#f-title + #e-title") == 1 }
                let described = "return document.querySelector('#f-title').getAttribute('aria-describedby')"
                #expect(try await browser.script(described).string == "e-title")
                try await replace("#f-notes", "precious" + Key.tab, browser)
                try await browser.wait("notes are saved") {
                    try await site.store.todos.find(todo.id).notes == "precious"
                }
                #expect(try await browser.script(pageCheck).elements == [])
            }
        }

        @Test("going back after typing saves it, and stays where the person went")
        func back() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/inbox")
                try await browser.click("a.title")
                try await browser.wait("it is open") { try await browser.count("#f-notes") == 1 }
                try await browser.type("typed", into: "#f-notes")
                try await browser.script("history.back()")
                try await browser.wait("it is saved") { try await site.store.todos.find(todo.id).notes == "typed" }
                try await browser.wait("it is answered") {
                    try await browser.script(
                        "return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/do/edit'))"
                    ).bool == true
                }
                #expect(try await browser.address() == "/inbox")
                #expect(try await browser.count("#detail") == 0)
            }
        }

        @Test("a comment and a subtask that are being typed are there again when the to-do is open again")
        func drafts() async throws {
            try await withDetails { site, browser, todo, other in
                let (comment, subtask) = ("#detail [action='/do/comment'] textarea", "#detail [name=line]")
                try await browser.type("half a comment", into: comment)
                try await browser.type("half a subtask", into: subtask)
                try await goOn(to: other, browser)
                #expect(try await browser.value(comment) == "")
                try await goOn(to: todo, browser)
                #expect(try await browser.value(comment) == "half a comment")
                #expect(try await browser.value(subtask) == "half a subtask")
                try await browser.click("#detail [action='/do/comment'] button")
                try await browser.wait("it is sent") {
                    try await site.store.todos.find(todo.id).comments.map(\.text) == ["half a comment"]
                }
                try await goOn(to: other, browser)
                try await goOn(to: todo, browser)
                #expect(try await browser.value(comment) == "")
            }
        }

        @Test("what was being typed into a to-do that is deleted elsewhere can be copied")
        func deleted() async throws {
            try await withDetails { site, browser, todo, _ in
                try await browser.type("precious", into: "#f-notes")
                _ = try await site.store.delete([todo.id])
                try await browser.wait("it is shown") { try await browser.value(".unsaved textarea") == "precious" }
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.click(".unsaved button")
                #expect(try await browser.count(".unsaved") == 0)
            }
        }

        @Test(
            "a comment that is changed elsewhere while it is edited shows that, and one that is deleted leaves what was typed"
        )
        func comments() async throws {
            try await withDetails { site, browser, todo, other in
                let (field, left) = ("#detail .comment textarea", "#detail .unsaved textarea")
                let comment = try await site.store.addComment("first", to: todo.id)
                try await browser.wait("it shows") { try await browser.count(field) == 1 }
                try await browser.click("#detail .comment summary")
                try await replace(field, "mine", browser)
                _ = try await site.store.comments.update(Todo.Comment.Update(id: comment.id, text: "theirs"))
                try await browser.wait("theirs shows") {
                    try await browser.text(".comment .theirs")?.contains("theirs") == true
                }
                #expect(try await browser.value(field) == "mine")
                try await browser.click(".comment .theirs button:last-of-type")
                try await browser.wait("it is saved knowingly") {
                    try await site.store.comments.find(comment.id).text == "mine"
                }
                try await browser.wait("nothing is contested any more") { try await browser.count(".theirs") == 0 }
                try await replace(field, "precious", browser)
                try await site.store.comments.delete(comment.id)
                try await browser.wait("what was typed is shown") { try await browser.value(left) == "precious" }
                #expect(try await browser.count(field) == 0)
                #expect(try await browser.script(pageCheck).elements == [])
                try await goOn(to: other, browser)
                #expect(try await browser.count(left) == 0)
                try await goOn(to: todo, browser)
                #expect(try await browser.value(left) == "precious")
                try await browser.click("#detail .unsaved button")
                try await goOn(to: other, browser)
                try await goOn(to: todo, browser)
                #expect(try await browser.count(left) == 0)
            }
        }

        @Test("signed out elsewhere, the page keeps what is being typed, and saves it once one is signed in again")
        func signedOut() async throws {
            try await withDetails { site, browser, todo, _ in
                try await browser.type("precious", into: "#f-notes")
                try await browser.script(
                    "return fetch('/out', { method: 'POST', body: new URLSearchParams(document.body.dataset) }).then(() => 0)"
                )
                try await browser.press(Key.tab)
                try await browser.wait("it says so") {
                    try await browser.text("#offline")?.contains("You are signed out") == true
                }
                #expect(try await browser.value("#f-notes") == "precious")
                #expect(try await browser.count("#offline a[target]") == 1)
                try await browser.script("return fetch(arguments[0]).then(() => 0)", .string(try site.makeLink()))
                try await browser.script("dispatchEvent(new Event('focus'))")
                try await browser.wait("it is saved") { try await site.store.todos.find(todo.id).notes == "precious" }
                try await browser.wait("nothing is said any more") {
                    try await browser.script("return document.querySelector('#offline').hidden").bool == true
                }
            }
        }

        @Test("of a priority that is chosen by arrow keys, the one on which they stop is saved")
        func priority() async throws {
            try await withDetails { site, browser, todo, _ in
                let before = try await site.store.undoableSteps(limit: 20).count
                try await browser.script("document.querySelector('#edit [type=radio]:checked').focus()")
                try await browser.press(Key.down, Key.down, Key.down, Key.tab)
                try await browser.wait("it is saved") { try await site.store.todos.find(todo.id).priority == .high }
                #expect(try await site.store.undoableSteps(limit: 20).count == before + 1)
            }
        }
    }
}
