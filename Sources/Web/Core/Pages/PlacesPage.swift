import Foundation
import TodoKit

/// The places on a plain map, with how far they are from one of them.
enum PlacesPage {
    /// How many are drawn and listed.
    static let most = 200

    static func content(_ context: PageContext) async throws -> PageContent {
        let places = try await context.store.locations.fetch(.all.limit(most).countingTotal(), source: .local)
        let origin = context.address.query.text("from").flatMap { Location.ID($0) }
            .flatMap { id in places.items.first { $0.id == id } }
        let (here, problem) = position(context)
        let centre = here ?? origin?.coordinate
        var rows: [(metres: Double, fields: Fields)] = []
        for place in places.items {
            let metres = centre?.distance(to: place.coordinate) ?? 0
            var fields: Fields = [
                "id": place.id.rawValue, "name": TodoRow.name(of: place), "href": "/places/\(place.id)",
                "form": context.form("location-edit", of: place.id.rawValue, ["title": place.placeName ?? ""]),
                "from": "/places?from=\(place.id)", "isOrigin": place.id == origin?.id,
                "position": "\(round(place.latitude, 4)), \(round(place.longitude, 4))",
                "count": try await context.store.todos.count(.all.open.located(place)),
            ]
            if centre != nil { fields["distance"] = distance(metres) }
            rows.append((metres, fields))
        }
        rows.sort { $0.metres < $1.metres }
        var fields: Fields = ["rows": rows.map(\.fields), "isEmpty": rows.isEmpty, "hasOrigin": centre != nil]
        fields["at"] = context.address.query["at"] ?? ""
        fields["problem"] = problem ?? false
        if here != nil {
            fields["origin"] = "where you are"
        } else if let origin {
            fields["origin"] = TodoRow.name(of: origin)
        }
        if let total = places.total, total > most { fields["hidden"] = total - most }
        if !places.items.isEmpty { fields["map"] = PlaceMap(places.items).fields }
        return PageContent(title: "Places", template: "places", fields: fields)
    }

    /// The position from which distances are counted, as the address has it.
    private static func position(_ context: PageContext) -> (Coordinate?, problem: String?) {
        guard let text = context.address.query.text("at") else { return (nil, nil) }
        if let position = try? Coordinate.parse(text) { return (position, nil) }
        return (
            nil, "“\(text.prefix(60))” is not a position. Type a latitude and a longitude, such as 47.3769, 8.5417."
        )
    }

    static func distance(_ metres: Double) -> String {
        metres < 1000
            ? "\(Int(metres.rounded())) m"
            : metres < 100_000
                ? "\(round(metres / 1000, 1)) km" : "\(Int((metres / 1000).rounded())) km"
    }

    /// A number with so many decimal places, the same in every language.
    static func round(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
