import type pg from 'pg'

export type Statement = { name?: string; text: string; values?: unknown[]; rowMode?: 'array' }

export const prepared = (name: string, text: string, values: string[]): Statement => ({
  name,
  text,
  values,
  rowMode: 'array',
})

/** Sends all statements before the first answer. Waits for every answer, then throws the first error there was. */
export async function inOneGo(
  client: pg.Client,
  statements: readonly Statement[],
): Promise<pg.QueryArrayResult[]> {
  const { stream } = client.connection
  // One write to the socket, so that PostgreSQL does not wake for every piece.
  stream.cork()
  const sent = statements.map(it => client.query(it as pg.QueryArrayConfig<unknown[]>))
  stream.uncork()
  const answers = await Promise.allSettled(sent)
  const failed = answers.find(it => it.status === 'rejected')
  if (failed) throw failed.reason
  return answers.map(it => (it as PromiseFulfilledResult<pg.QueryArrayResult>).value)
}

/** Sends the writes of a batch and the commit after them. Throws when PostgreSQL answered that with ROLLBACK, which is no error to it. */
export async function writeAndCommit(client: pg.Client, writes: readonly Statement[]): Promise<void> {
  const answers = await inOneGo(client, [...writes, { text: 'commit' }])
  if (answers.at(-1)?.command !== 'COMMIT') throw new Error('The batch was rolled back')
}

/** PostgreSQL counts seconds in floating point here, so that a millisecond may come back with a tail. */
export const wholeMs = (ms: number | null) => (ms === null ? null : Math.round(ms))
