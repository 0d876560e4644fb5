import Foundation

/// Determines which tag titles mean the same tag on every device: a folded form and a name-based id that never change.
///
/// This fold is separate from the one for searching, which may improve, because it determines ids that are stored
/// permanently. It ignores case and the amount of white space, but not accents ("été" is not "ete").
public enum TagName {
    /// The folded title: canonical composition (NFC), each scalar in lower case, sigma in one form, each run of white
    /// space as one space.
    public static func folded(_ title: String) -> String {
        // Both forms of a text in ASCII are the text. Foundation would look that up by way of UTF-16.
        let isASCII = title.utf8.allSatisfy { $0 < 0x80 }
        var scalars = String.UnicodeScalarView()
        var pendingSpace = false
        for scalar in (isASCII ? title : title.decomposedStringWithCanonicalMapping).unicodeScalars {
            if scalar.properties.isWhitespace {
                pendingSpace = !scalars.isEmpty
                continue
            }
            if pendingSpace { scalars.append(" ") }
            pendingSpace = false
            // A final sigma capitalizes to the ordinary one.
            let lowercase = scalar == "ς" ? "σ" : scalar.properties.lowercaseMapping
            scalars.append(contentsOf: lowercase.unicodeScalars)
        }
        let folded = String(scalars)
        return isASCII ? folded : folded.precomposedStringWithCanonicalMapping
    }

    /// The id of a tag with this title: of generation 0, or of a later generation if the tags with the earlier ids are
    /// deleted or renamed.
    public static func id(for title: String, generation: Int = 0) -> Tag.ID {
        Tag.ID(UUID(namespace: namespace, name: "\(folded(title))\u{0}\(generation)"))
    }

    private static let namespace = UUID(
        uuid: (0x5B, 0x2E, 0x9C, 0x41, 0x7D, 0x0A, 0x4F, 0x36, 0x8E, 0x15, 0xC3, 0xD8, 0x60, 0xAF, 0x92, 0x74))
}
