extension TodoFormats {
    public static func guessed(fileName: String, beginning: [UInt8]) -> (any TodoFormat)? {
        all.first { format in format.fileExtensions.contains { fileName.lowercased().hasSuffix("." + $0) } }
    }
}
