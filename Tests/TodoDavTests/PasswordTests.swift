import Foundation
import TestSupport
import Testing
import TodoKit

@testable import TodoDav

@Suite("The passwords of devices")
struct PasswordTests {
    @Test("each is shown once, kept as a hash, and taken with or without hyphens")
    func passwords() throws {
        let folder = try TemporaryFolder()
        let passwords = DevicePasswords(path: folder.file("passwords"))
        let now = Date(timeIntervalSince1970: 1_796_000_000)
        let phone = try passwords.add("phone", now: now)
        let laptop = try passwords.add("laptop", now: now)
        #expect(phone.wholeMatch(of: #/[a-z2-9]{4}(-[a-z2-9]{4}){4}/#) != nil && phone != laptop)
        #expect(try passwords.entry(for: phone)?.name == "phone")
        #expect(try passwords.entry(for: phone.uppercased().replacing("-", with: ""))?.name == "phone")
        #expect(try passwords.entry(for: "") == nil)
        #expect(try !String(contentsOfFile: passwords.path, encoding: .utf8).contains(phone.replacing("-", with: "")))
        #expect(throws: TodoError.self) { try passwords.add("phone", now: now) }
        #expect(throws: TodoError.self) { try passwords.revoke("tablet") }
        try passwords.revoke("phone")
        #expect(try passwords.entry(for: phone) == nil)
        #expect(try passwords.entry(for: laptop)?.name == "laptop")
        let mode = try FileManager.default.attributesOfItem(atPath: passwords.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }
}
