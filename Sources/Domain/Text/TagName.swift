import Foundation

/// What makes two tag titles the same tag on every device: a fold and a name-based identity that never change.
///
/// The fold is separate from that of searching, which may improve: this one decides identities that are stored for
/// ever. It ignores case and the amount of white space; accents tell tags apart ("été" is not "ete").
public enum TagName {
    /// The folded title: canonical composition (NFC), each scalar in lower case, sigma in one form,
    /// runs of white space as one space.
    public static func folded(_ title: String) -> String {
        var scalars = String.UnicodeScalarView()
        var pendingSpace = false
        for scalar in title.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.isWhitespace {
                pendingSpace = !scalars.isEmpty
                continue
            }
            if pendingSpace { scalars.append(" ") }
            pendingSpace = false
            // In capitals a final sigma is a sigma like any other.
            let lowercase = scalar == "ς" ? "σ" : scalar.properties.lowercaseMapping
            scalars.append(contentsOf: lowercase.unicodeScalars)
        }
        return String(scalars).precomposedStringWithCanonicalMapping
    }

    /// The identity of a tag with this title: generation 0, or a later one where the earlier ones are deleted or now
    /// bear another name.
    public static func id(for title: String, generation: Int = 0) -> Tag.ID {
        Tag.ID(UUID(namespace: namespace, name: "\(folded(title))\u{0}\(generation)"))
    }

    private static let namespace = UUID(
        uuid: (0x5B, 0x2E, 0x9C, 0x41, 0x7D, 0x0A, 0x4F, 0x36, 0x8E, 0x15, 0xC3, 0xD8, 0x60, 0xAF, 0x92, 0x74))
}
