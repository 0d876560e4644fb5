import TestSupport
import Testing
import TodoDomain
import TodoKit

/// One promise of a repository.
enum Clause: CaseIterable, Sendable {
    case createAndFind, upsert, update, staleUpdate, delete, notFound, batches, validation, sources, counts, observation
    case pending, unwritable

    func check<R: Repository>(_ repository: R, _ subject: Subject<R.Model, R.Update>, _ clock: ManualClock) async throws
    {
        let models = subject.models
        switch self {
        case .createAndFind:
            let created = try await repository.create(models[0])
            #expect(subject.content(created) == subject.content(models[0]))
            #expect(try await repository.find(models[0].id) == created)
        case .upsert:
            try await repository.create(models[0])
            let replaced = try await repository.create(subject.changed(models[0]))
            #expect(subject.content(replaced) == subject.content(subject.changed(models[0])))
            #expect(try await repository.fetch(.all).items == [replaced])
        case .update:
            try await repository.create(models[0])
            clock.advance(by: 1)
            let updated = try await repository.update(subject.update(models[0].id))
            #expect(subject.content(updated) == subject.content(subject.updated(models[0])))
            #expect(try await repository.find(models[0].id) == updated)
        case .staleUpdate:
            let read = try await repository.create(models[0])
            try await repository.update(subject.update(read.id))
            let result = try await repository.update(subject.touched(read), from: read)
            #expect(subject.content(result) == subject.content(subject.updated(subject.touched(read))))
        case .delete:
            try await repository.create(models)
            try await repository.delete(models[1].id)
            try await repository.delete([models[0].id, models[2].id])
            #expect(try await repository.fetch(.all).items.map(\.id) == [models[3].id])
            #expect(await errorCode { try await repository.find(models[1].id) } == .notFound)
        case .notFound: try await expectNotFound(repository, subject)
        case .batches: try await expectAllOrNothing(repository, subject)
        case .validation:
            let (update, code) = subject.refused(models[0].id)
            let before = try await repository.create(models[0])
            #expect(await errorCode { try await repository.update(update) } == code)
            #expect(try await repository.find(models[0].id) == before)
        case .unwritable:
            let read = try await repository.create(models[0])
            #expect(await errorCode { try await repository.update(models[1], from: read) } == .usage)
            for edit in subject.unwritable {
                var edited = read
                edit(&edited)
                #expect(await errorCode { try await repository.update(edited, from: read) } == .usage)
            }
            #expect(try await repository.fetch(.all).items == [read])
        case .sources: try await expectSources(repository, subject)
        case .counts:
            #expect(try await repository.count(.all) == 0)
            try await repository.create(models)
            #expect(try await repository.count(.all) == 4)
            #expect(try await repository.count(Query.all.page(2, size: 1)) == 4, "the window does not matter")
        case .observation: try await expectObservation(repository, subject)
        case .pending:
            try await repository.create(models)
            #expect(try await repository.hasPendingChanges == false, "without a remote nothing waits for it")
        }
    }

    private func expectNotFound<R: Repository>(_ repository: R, _ subject: Subject<R.Model, R.Update>) async throws {
        try await repository.create([subject.models[0], subject.models[1]])
        try await repository.delete(subject.models[1].id)
        // Never created, and deleted: neither exists.
        for missing in [subject.models[3], subject.models[1]] {
            #expect(await errorCode { try await repository.find(missing.id) } == .notFound)
            #expect(await errorCode { try await repository.update(subject.update(missing.id)) } == .notFound)
            #expect(
                await errorCode { try await repository.update(subject.touched(missing), from: missing) } == .notFound)
            #expect(await errorCode { try await repository.delete(missing.id) } == .notFound)
        }
        #expect(try await repository.fetch(.all).items.map(\.id) == [subject.models[0].id])
    }

    private func expectAllOrNothing<R: Repository>(_ repository: R, _ subject: Subject<R.Model, R.Update>) async throws
    {
        let models = subject.models
        #expect(try await repository.create([]).isEmpty)
        let created = try await repository.create(Array(models[0...1]))
        #expect(created.map(\.id) == models[0...1].map(\.id), "in the order given")
        let (refused, code) = subject.refused(models[1].id)
        #expect(await errorCode { try await repository.update([subject.update(models[0].id), refused]) } == code)
        #expect(
            await errorCode {
                try await repository.update([subject.update(models[0].id), subject.update(models[3].id)])
            }
                == .notFound)
        #expect(await errorCode { try await repository.delete([models[0].id, models[3].id]) } == .notFound)
        #expect(try await repository.fetch(.all).items == created)
        let updated = try await repository.update([subject.update(models[1].id), subject.update(models[0].id)])
        #expect(updated.map(\.id) == [models[1].id, models[0].id])
    }

    private func expectSources<R: Repository>(_ repository: R, _ subject: Subject<R.Model, R.Update>) async throws {
        try await repository.create(subject.models)
        let query = Query<R.Model>.all.page(0, size: 3).countingTotal()
        let page = try await repository.fetch(query, source: .local)
        #expect(page.items.count == 3 && page.total == 4 && page.nextCursor != nil)
        #expect(try await repository.fetch(query, source: .automatic) == page)
        #expect(try await repository.fetch(query) == page)
        #expect(await errorCode { try await repository.fetch(query, source: .remote) } == .noRemote)
        for source in DataSource.allCases {
            #expect(await errorCode { try await repository.fetch(.all.page(-1, size: 3), source: source) } == .badPage)
        }
    }

    private func expectObservation<R: Repository>(_ repository: R, _ subject: Subject<R.Model, R.Update>) async throws {
        try await repository.create(subject.models[0])
        let (seen, saw) = AsyncStream.makeStream(of: [R.Model.ID].self)
        let task = Task {
            for try await page in repository.observe(.all) { saw.yield(page.items.map(\.id)) }
            saw.finish()
        }
        var answers = seen.makeAsyncIterator()
        #expect(await answers.next() == [subject.models[0].id])
        try await repository.create(subject.models[0])
        try await repository.create(subject.models[1])
        #expect(await answers.next() == subject.models[0...1].map(\.id), "what changes nothing is not shown")
        try await repository.delete(subject.models[0].id)
        #expect(await answers.next() == [subject.models[1].id])
        task.cancel()
        #expect(await answers.next() == nil)
        try await task.value
    }
}
