import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoWeb

extension BrowserTests {
    @Suite("Places by the position of the browser")
    struct PositionTests {
        @Test("a place gets the position of the browser, and the others are sorted by how far they are from there")
        func position() async throws {
            try await BrowserTests.with { site, browser, url in
                for (name, latitude) in [("Far", 48.0), ("Near", 47.4)] {
                    _ = try await site.store.locations.create(
                        Location(coordinate: Coordinate(latitude: latitude, longitude: 8.5), placeName: name))
                }
                try await browser.devtools(
                    "Browser.grantPermissions", ["origin": .string(url), "permissions": ["geolocation"]])
                try await browser.devtools(
                    "Emulation.setGeolocationOverride",
                    ["latitude": .double(47.37691), "longitude": .double(8.5417), "accuracy": 10])
                try await browser.show(url + "/places")
                // Below the line for quick add, which stays at the top.
                try await browser.script(
                    "document.querySelector('[data-position=position]').scrollIntoView({ block: 'center' })")
                try await browser.click("[data-position=position]")
                try await browser.wait("the position is in the field") {
                    try await browser.value("[name=position]") == "47.37691, 8.54170"
                }
                try await browser.type("Here", into: "form:has([name=position]) [name=title]")
                try await browser.click("form:has([name=position]) button:not([type=button])")
                try await browser.wait("the place is there") {
                    try await site.store.locations.fetch(.all, source: .local).items.contains {
                        $0.placeName == "Here" && $0.latitude == 47.37691
                    }
                }
                try await browser.script(
                    "document.querySelector('[data-position=at]').scrollIntoView({ block: 'center' })")
                try await browser.click("[data-position=at]")
                try await browser.wait("the places are sorted by their distance") {
                    try await browser.script(
                        "return [...document.querySelectorAll('tbody th a')].map((link) => link.textContent)"
                    ).elements?.compactMap(\.string) == ["Here", "Near", "Far"]
                }
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.picture("places")
            }
        }
    }
}
