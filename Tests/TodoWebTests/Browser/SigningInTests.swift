import JSON
import Testing

extension BrowserTests {
    @Suite("Signing in")
    struct SigningInTests {
        @Test("a link on a page of another site signs in, and the page in between is not gone back to")
        func fromElsewhere() async throws {
            try await RunningSite.with { site in
                try await Browser.with { browser in
                    try await browser.open("data:text/html,<a href='http://\(site.authority)\(site.link)'>todo</a>")
                    let pages = "return history.length"
                    let before = try #require(try await browser.script(pages).integer)
                    try await browser.click("a")
                    try await browser.wait("it is signed in") {
                        try await browser.script("return document.documentElement.classList.contains('js')").bool
                            == true
                    }
                    #expect(try await browser.address() == "/")
                    #expect(try await browser.script(pages).integer == before + 1)
                    #expect(try await browser.complaints() == [])
                }
            }
        }
    }
}
