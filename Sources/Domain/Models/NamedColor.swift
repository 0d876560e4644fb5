/// The colours that people type for tags and lists: names that browsers know, which include those of terminals, and codes.
package enum NamedColor {
    /// The names that are offered.
    package static let usual = [
        "red", "orange", "gold", "yellow", "olive", "green", "teal", "cyan", "blue", "navy", "purple", "magenta",
        "pink", "brown",
        "gray", "black", "white",
    ]

    /// A colour as it was typed: a name such as `teal`, or a code such as `#2a7de1` or `#27e`, in lower case.
    ///
    /// Only for typed colours. Those of other devices and files may come from a later version, and are not checked.
    /// - Throws: ``TodoError`` with code `bad-color`.
    package static func parse(_ text: String) throws -> String {
        let color = try Validation.color(text).lowercased()
        let digits = color.dropFirst()
        let isCode =
            color.hasPrefix("#") && [3, 6].contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard isCode || all.contains(color) else {
            throw TodoError(
                .badColor,
                """
                “\(text.prefix(40))” is not a colour: use a name such as red, green or teal, or a code such as #2a7de1.
                """)
        }
        return color
    }

    /// The names of CSS (https://www.w3.org/TR/css-color-4/#named-colors).
    private static let all = Set(
        """
        aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue \
        chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey \
        darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray \
        darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen \
        fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki \
        lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen \
        lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime \
        limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue \
        mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive \
        olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum \
        powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver \
        skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white \
        whitesmoke yellow yellowgreen
        """.split(separator: " ").map(String.init))
}
