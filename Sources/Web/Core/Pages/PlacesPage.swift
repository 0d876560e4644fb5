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
        var rows: [(metres: Double, fields: Fields)] = []
        for place in places.items {
            let metres = origin.map { $0.coordinate.distance(to: place.coordinate) } ?? 0
            var fields: Fields = [
                "id": place.id.rawValue, "name": TodoRow.name(of: place), "href": "/places/\(place.id)",
                "title": place.placeName ?? "", "from": "/places?from=\(place.id)", "isOrigin": place.id == origin?.id,
                "position": "\(round(place.latitude, 4)), \(round(place.longitude, 4))",
                "count": try await context.store.todos.count(.all.open.located(place)),
            ]
            if origin != nil { fields["distance"] = distance(metres) }
            rows.append((metres, fields))
        }
        rows.sort { $0.metres < $1.metres }
        var fields: Fields = ["rows": rows.map(\.fields), "isEmpty": rows.isEmpty, "hasOrigin": origin != nil]
        if let origin { fields["origin"] = TodoRow.name(of: origin) }
        if let total = places.total, total > most { fields["hidden"] = total - most }
        if !places.items.isEmpty { fields["map"] = PlaceMap(places.items).fields }
        return PageContent(title: "Places", template: "places", fields: fields)
    }

    static func distance(_ metres: Double) -> String {
        metres < 1000
            ? "\(Int(metres.rounded())) m"
            : metres < 100_000
                ? "\(round(metres / 1000, 1)) km" : "\(Int((metres / 1000).rounded())) km"
    }

    static func round(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
    }
}

/// Places drawn by their positions: north is up, and a degree of longitude is as short as it is in the middle of the map.
private struct PlaceMap {
    private let places: [Location]
    private let box: (south: Double, north: Double, west: Double, east: Double)
    private let narrowing: Double
    private let scale: Double

    private static let (width, height, margin) = (680.0, 380.0, 46.0)

    init(_ places: [Location]) {
        self.places = places
        let (latitudes, longitudes) = (places.map(\.latitude), places.map(\.longitude))
        let (south, north) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
        let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
        box = (south, north, west, east)
        narrowing = max(cos((south + north) / 2 * .pi / 180), 0.05)
        // A single place has a map of about two kilometres.
        let (high, wide) = (max(north - south, 0.01), max((east - west) * narrowing, 0.01))
        scale = min((Self.height - 2 * Self.margin) / high, (Self.width - 2 * Self.margin) / wide)
    }

    private func point(_ place: Location) -> (x: Double, y: Double) {
        let middle = ((box.west + box.east) / 2, (box.south + box.north) / 2)
        return (
            Self.width / 2 + (place.longitude - middle.0) * narrowing * scale,
            Self.height / 2 - (place.latitude - middle.1) * scale
        )
    }

    var fields: Fields {
        // Metres in one unit of the drawing.
        let unit = 111_320 / scale
        let power = pow(10, floor(log10(unit * 120)))
        let length = [5, 2, 1].map { $0 * power }.first { $0 <= unit * 120 } ?? power
        return [
            "points": places.map { place -> Fields in
                let point = point(place)
                return [
                    "x": PlacesPage.round(point.x, 1), "y": PlacesPage.round(point.y, 1),
                    "textY": PlacesPage.round(point.y - 11, 1), "name": TodoRow.name(of: place),
                    "href": "/places/\(place.id)",
                ]
            },
            "bar": PlacesPage.round(20 + length / unit, 1), "length": PlacesPage.distance(length),
        ]
    }
}
