import Foundation
import TodoDomain

/// The formats that there are. A new one is a folder beside this file and a line here.
public enum TodoFormats {
    /// Every format.
    public static let all: [any TodoFormat] = [
        JSONFormat(), NDJSONFormat(), TaskwarriorFormat(),
    ]

    /// The format that `--format` calls so; nil where there is none.
    public static func named(_ name: String) -> (any TodoFormat)? {
        all.first { $0.name == name }
    }
}
