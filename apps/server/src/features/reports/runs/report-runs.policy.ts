import { thing } from '../../../rpc/thing.ts'
import { ownRunQuery, readyRunQuery } from './report-runs.queries.ts'

type Input = { readonly runId: string }

/** A report that the actor asked for. */
export const ofOwnRun = thing({
  name: 'run',
  notFound: 'NOT_FOUND',
  query: (_tx, { runId }: Input, { userId }) => ownRunQuery(userId, runId),
})

/** A report whose file can be fetched: one's own, or one of a schedule that one sees. */
export const ofReadyRun = thing({
  name: 'readyRun',
  notFound: 'NOT_FOUND',
  query: (_tx, { runId }: Input) => readyRunQuery({ id: runId }),
})
