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

    /// The code and status of an error that was reported as JSON and in no other way.
    func failure(_ location: SourceLocation = #_sourceLocation) throws -> (code: String, status: Int32) {
        #expect(output.isEmpty, sourceLocation: location)
        let error = try JSONValue(parsing: error)
        #expect(error.members?.keys.sorted() == ["error"], sourceLocation: location)
        #expect(error["error"]?.members?.keys.sorted() == ["code", "message"], sourceLocation: location)
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
