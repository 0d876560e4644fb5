import Testing
import TodoKit
import TodoNetwork

@Suite("Doctor: the system")
struct SystemPartsTests {
    private func codes(curl: UInt32?, isDesktop: Bool = true, has: Bool = true) -> [String] {
        let parts = SystemParts(
            curl: curl.map(CurlLibrary.Version.init), isDesktop: isDesktop, hasBrowser: has, hasNotifier: has)
        #expect(parts.findings.allSatisfy { $0.severity == .note && !$0.isRepairable })
        return parts.findings.map(\.code)
    }

    @Test("a libcurl that is missing or too old is noted, and one that is recent enough is not")
    func curl() {
        #expect(codes(curl: nil) == ["libcurl-missing"])
        #expect(codes(curl: 0x074A00) == ["libcurl-old"])
        #expect(codes(curl: 0x075000).isEmpty)
        #expect(codes(curl: 0x080E01).isEmpty)
        let old = SystemParts(curl: .init(number: 0x074A03), isDesktop: false, hasBrowser: true, hasNotifier: true)
        #expect(old.findings.first?.message.hasPrefix("libcurl is 7.74.3, and syncing needs 7.80.0 or later.") == true)
    }

    @Test("programs of a desktop are missed only where there is one")
    func desktop() {
        #expect(codes(curl: 0x075800, has: false) == ["browser-missing", "notifier-missing"])
        #expect(codes(curl: 0x075800, isDesktop: false, has: false).isEmpty)
    }

    @Test("the libcurl of this system, with which the tests sync, is recent enough")
    func here() throws { #expect(try #require(CurlLibrary.version) >= .oldest) }
}
