import Foundation
import JSON
import TestSupport
import Testing

extension TodoProcess.Result {
    /// The only JSON document on the standard output.
    func json(_ location: SourceLocation = #_sourceLocation) throws -> JSONValue {
        try #require(status == 0, "\(error)", sourceLocation: location)
        return try JSONValue(parsing: output)
    }

    /// The code and status of an error that was reported as JSON and in no other way; one in a filter has its place too.
    func failure(_ location: SourceLocation = #_sourceLocation) throws -> (code: String, status: Int32) {
        #expect(output.isEmpty, sourceLocation: location)
        let error = try JSONValue(parsing: error)
        #expect(error.members?.keys.sorted() == ["error"], sourceLocation: location)
        let names = error["error"]?.members?.keys.sorted() ?? []
        let isPlaced = names.contains("offset")
        let place = isPlaced ? ["expected", "length", "offset", "suggestion"] : []
        #expect(names == (["code", "message"] + place).sorted(), sourceLocation: location)
        return (try #require(error["error"]?["code"]?.string), status)
    }
}

extension TodoProcess {
    /// Adds a to-do and returns its id.
    func add(_ arguments: String...) throws -> String {
        try #require(try run(["add", "--json"] + arguments).json()["id"]?.string)
    }

    /// The titles shown by a listing command.
    func titles(_ arguments: String...) throws -> [String] {
        let items = try #require(try run(arguments + ["--json"]).json()["items"]?.elements)
        return items.compactMap { $0["title"]?.string }
    }
}
