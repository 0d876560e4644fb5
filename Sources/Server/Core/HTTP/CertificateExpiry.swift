import Basics
package import Foundation

/// The log's message about a certificate that has expired or expires soon.
package struct CertificateExpiry: Sendable {
    /// The PEM file.
    let file: String
    /// The time from which the certificate, or one of its chain, is no longer trusted.
    let date: Date

    /// How many days before it expires a certificate is warned of.
    package static let days = 14

    /// The end of the certificates in a file.
    package init(file: String, date: Date) {
        self.file = file
        self.date = date
    }

    /// The warning at a moment; nil while there is time enough.
    package func warning(at now: Date) -> String? {
        let seconds = date.timeIntervalSince(now)
        guard seconds < Double(Self.days) * 86_400 else { return nil }
        let time = DateTimeText.text(millisecondsSince1970: Int64(date.timeIntervalSince1970 * 1000), digits: 0)
        let remedy = "Put a new one there, and send SIGHUP."
        guard seconds > 0 else {
            return "The certificate \(file) has expired at \(time), so no client trusts it. \(remedy)"
        }
        let days = Int(seconds / 86_400)
        let rest = days == 0 ? "within a day" : days == 1 ? "in 1 day" : "in \(days) days"
        return "The certificate \(file) expires \(rest), at \(time). \(remedy)"
    }
}
