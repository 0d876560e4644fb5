import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting

extension BrowserTests {
    @Suite("A link to a shared list")
    struct ShareLinkTests {
        @Test("it stays until it is copied, and the pages about people are sound at every width")
        func copies() async throws {
            let server = try await InProcessServer()
            try await BrowserTests.with { site, browser, url in
                try await site.store.sync.setRemote(server.remote(of: "ann"))
                let list = try await site.store.addList("Groceries")
                let (_, space) = try await site.store.share(list: list.id, as: "Ann")
                try await browser.devtools(
                    "Browser.grantPermissions",
                    ["origin": .string(url), "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
                try await browser.show(url + "/people/\(space.id)")
                try await browser.click("[action='/do/invite'] button:not([formaction])")
                try await browser.wait("the link is shown") {
                    try await browser.script("return document.querySelector('[data-copies]') !== null").bool == true
                }
                let link = try #require(try await browser.value("#note input"))
                #expect(link.contains("#join."))
                let colours = try await browser.script(
                    "const style = getComputedStyle(document.querySelector('#note input')); "
                        + "return [style.color, style.backgroundColor]"
                ).elements?.compactMap(\.string)
                #expect(Set(colours ?? []).count == 2, "the link can be read")
                // Other notes go after eight seconds.
                try await Task.sleep(for: .seconds(9))
                #expect(try await browser.value("#note input") == link)
                try await browser.click("[data-copies]")
                try await browser.wait("it is copied") {
                    try await browser.script("return navigator.clipboard.readText()").string == link
                }
                for path in ["/people", "/join"] {
                    for width in [320, 768, 1440] {
                        try await browser.resize(width, 900)
                        try await browser.show(url + path)
                        #expect(try await browser.script(pageCheck).elements == [], "\(path) at \(width)")
                    }
                }
            }
            await server.stop()
        }
    }
}
