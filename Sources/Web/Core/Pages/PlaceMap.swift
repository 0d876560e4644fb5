import Foundation
import TodoKit

/// Places drawn by their positions: north is up, and a degree of longitude is as short as it is in the middle of the map.
/// A name stands above its place, else below it, else the map leaves it out.
struct PlaceMap {
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

    private func point(_ place: Location) -> CGPoint {
        let middle = ((box.west + box.east) / 2, (box.south + box.north) / 2)
        return CGPoint(
            x: Self.width / 2 + (place.longitude - middle.0) * narrowing * scale,
            y: Self.height / 2 - (place.latitude - middle.1) * scale)
    }

    /// The fields of the drawing in the template `places`.
    var fields: Fields {
        // Metres in one unit of the drawing.
        let unit = 111_320 / scale
        let power = pow(10, floor(log10(unit * 120)))
        let length = [5, 2, 1].map { $0 * power }.first { $0 <= unit * 120 } ?? power
        let points = places.map { (place: $0, at: point($0)) }
        var taken = points.map { CGRect(x: $0.at.x - 6, y: $0.at.y - 6, width: 12, height: 12) }
        return [
            "points": points.map { place, at -> Fields in
                let name = TodoRow.name(of: place)
                var fields: Fields = [
                    "x": PlacesPage.round(at.x, 1), "y": PlacesPage.round(at.y, 1), "name": name,
                    "href": "/places/\(place.id)",
                ]
                if let label = Self.label(name, at: at, besides: taken) {
                    taken.append(label.box)
                    fields["label"] =
                        [
                            "x": PlacesPage.round(label.box.midX, 1), "y": PlacesPage.round(label.baseline, 1),
                        ] as Fields
                }
                return fields
            },
            "bar": PlacesPage.round(20 + length / unit, 1), "length": PlacesPage.distance(length),
        ]
    }

    /// Where a name has room beside all that is taken, in the larger of the two sizes that the style sheet has for it.
    private static func label(
        _ name: String, at point: CGPoint, besides taken: [CGRect]
    ) -> (box: CGRect, baseline: Double)? {
        let wide = name.unicodeScalars.reduce(0.0) { $0 + ($1.value < 0x1100 ? 13 : 23) }
        guard wide <= width else { return nil }
        let left = min(max(point.x - wide / 2, 0), width - wide)
        return [point.y - 12, point.y + 28].lazy
            .map { (box: CGRect(x: left, y: $0 - 20, width: wide, height: 26), baseline: $0) }
            .first { label in
                label.box.minY >= 0 && label.box.maxY <= height && !taken.contains { $0.intersects(label.box) }
            }
    }
}
