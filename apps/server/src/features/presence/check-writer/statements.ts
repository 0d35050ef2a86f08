import type pg from 'pg'

export type Statement = { name?: string; text: string; values?: unknown[]; rowMode?: 'array' }

export const prepareStatement = (name: string, text: string, values: string[]): Statement => ({
  name,
  text,
  values,
  rowMode: 'array',
})

/** Sends all statements before the first result arrives. Waits for every result, then throws the first error. */
export async function sendTogether(
  client: pg.Client,
  statements: readonly Statement[],
): Promise<pg.QueryArrayResult[]> {
  const { stream } = client.connection
  // Use a single write to the socket, so that PostgreSQL does not wake up for every statement.
  stream.cork()
  const queries = statements.map(it => client.query(it as pg.QueryArrayConfig<unknown[]>))
  stream.uncork()
  const results = await Promise.allSettled(queries)
  const failure = results.find(it => it.status === 'rejected')
  if (failure) throw failure.reason
  return results.map(it => (it as PromiseFulfilledResult<pg.QueryArrayResult>).value)
}

/** Throws if PostgreSQL answers the commit with ROLLBACK, which it does not report as an error. */
export async function writeAndCommit(client: pg.Client, writes: readonly Statement[]): Promise<void> {
  const results = await sendTogether(client, [...writes, { text: 'commit' }])
  if (results.at(-1)?.command !== 'COMMIT') throw new Error('The batch was rolled back')
}

/** Rounds to whole milliseconds: PostgreSQL returns seconds as floating point here, so the value may have a fraction. */
export const roundMs = (ms: number | null) => (ms === null ? null : Math.round(ms))
