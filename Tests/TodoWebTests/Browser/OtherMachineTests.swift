import JSON
import TestSupport
import Testing
import TodoKit
import TodoWeb

extension BrowserTests {
    @Suite("From another machine")
    struct OtherMachineTests {
        @Test("over TLS and with a password, everything is as it is at home, live too")
        func overTLS() async throws {
            let password = "correct horse battery"
            try await RunningSite.with(
                nil,
                { configuration, folder in
                    let certificate = try Certificate(in: folder.path)
                    configuration.certificate = .init(chain: certificate.file, key: certificate.key)
                    configuration.host = "0.0.0.0"
                    configuration.names = [Browser.otherName]
                    configuration.passwordFile = folder.file("password")
                    try PasswordFile(path: folder.file("password")).set(password)
                }
            ) { site in
                #expect(site.authority.hasPrefix(Browser.otherName + ":"), "the link has the name that browsers know")
                try await Browser.with { browser in
                    try await browser.resize(1440)
                    try await browser.open("https://\(site.authority)/")
                    try await browser.type(password, into: "#password")
                    try await browser.click("form button")
                    try await browser.wait("it is signed in") {
                        try await browser.script("return document.documentElement.classList.contains('js')").bool
                            == true
                    }
                    try await browser.show("https://\(site.authority)/inbox")
                    #expect(try await browser.script("return isSecureContext").bool == true)
                    #expect(
                        try await browser.script("return document.cookie").string == "", "no script reads the session")
                    try await browser.type("Call Ada" + Key.enter, into: "#line")
                    try await browser.wait("it is added") { try await browser.titles() == ["Call Ada"] }
                    try await site.store.add("Call Bob")
                    try await browser.wait("another edit shows") { try await browser.titles().count == 2 }
                }
            }
        }
    }
}
