import FirestoreWire
import JSON

extension Calls {
    func runQuery(_ request: RunQueryRequest, under parent: ResourceName, _ caller: Caller) async throws -> Answer {
        try caller.require(.query(request.structuredQuery.selector, under: parent))
        let plan = try QueryPlan(request.structuredQuery, under: parent)
        let (spool, deadline, consistency) = (spool(for: caller), Deadline(after: timeLimit), request.consistency)
        try await readInTurn(consistency, caller) { snapshot, begun in
            var writer = JSONWriter(reservingCapacity: 4096)
            writer.beginArray()
            if !begun.isEmpty { RunQueryResponse(transaction: begun).write(to: &writer) }
            var isFirst = true
            let recorder = QueryRecorder(plan, consistency)
            try QueryRunner(plan, in: snapshot, deadline: deadline, to: recorder).forEach { document in
                if !isFirst { writer.endObject() }
                writer.beginObject()
                writer.key("document")
                try document.write(to: &writer, mask: plan.select)
                writer.key("readTime")
                snapshot.readTime.write(to: &writer)
                if isFirst, plan.offset > 0 {
                    writer.key("skippedResults")
                    writer.integer(plan.offset)
                }
                isFirst = false
                try spool.drain(&writer)
            }
            if isFirst {
                writer.beginObject()
                writer.key("readTime")
                snapshot.readTime.write(to: &writer)
            }
            // The last element stays open until it is known to be the last.
            writer.key("done")
            writer.bool(true)
            writer.endObject()
            writer.endArray()
            try spool.append(writer.take())
            return ((), try recorder?.reads(in: snapshot) ?? [])
        }
        return .spool(spool)
    }

    func runAggregationQuery(
        _ request: RunAggregationQueryRequest, under parent: ResourceName, _ caller: Caller
    ) async throws -> Answer {
        let query = request.structuredAggregationQuery
        try caller.require(.query(query.structuredQuery.selector, under: parent))
        let aggregator = try Aggregator(query.aggregations)
        let plan = try QueryPlan(query.structuredQuery, under: parent, required: aggregator.paths)
        guard aggregator.paths.isEmpty || plan.select == nil else {
            throw Status(.invalidArgument, "Cannot apply property masks when aggregation fields are present.")
        }
        let (deadline, consistency) = (Deadline(after: timeLimit), request.consistency)
        let bytes: [UInt8] = try await readInTurn(consistency, caller) { snapshot, begun in
            var aggregator = aggregator
            let recorder = QueryRecorder(plan, consistency)
            let runner = QueryRunner(plan, in: snapshot, deadline: deadline, to: recorder)
            try runner.forEach(withFields: !aggregator.paths.isEmpty) { document in
                aggregator.add(try runner.matcher.values(of: aggregator.paths, fieldsJSON: document.fieldsJSON))
            }
            var writer = JSONWriter()
            writer.beginArray()
            if !begun.isEmpty { RunAggregationQueryResponse(transaction: begun).write(to: &writer) }
            RunAggregationQueryResponse(aggregateFields: aggregator.result, readTime: snapshot.readTime)
                .write(to: &writer)
            writer.endArray()
            return (writer.bytes, try recorder?.reads(in: snapshot) ?? [])
        }
        return .message(bytes)
    }
}
