import { defineResource } from '../../../rpc/define-resource.ts'
import { ownRunQuery, readyRunQuery } from './report-runs.queries.ts'

type RunInput = { readonly runId: string }

/** A report the actor requested. */
export const ownRunRule = defineResource({
  name: 'run',
  notFound: 'NOT_FOUND',
  query: (_tx, { runId }: RunInput, { userId }) => ownRunQuery(userId, runId),
})

/** A run whose file can be downloaded: one the actor requested, or one from a schedule visible to them. */
export const readyRunRule = defineResource({
  name: 'readyRun',
  notFound: 'NOT_FOUND',
  query: (_tx, { runId }: RunInput) => readyRunQuery({ id: runId }),
})
