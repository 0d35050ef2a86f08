import { fail } from './fail.ts'

type OnceOptions<Made, Before extends Made> = {
  /** Reads the row inserted by an earlier attempt at this request. */
  readonly find: () => Promise<Before | undefined>
  /** Compares that row with the request; false means that the id belongs to a different request. */
  readonly isSame: (before: Before) => boolean
  /** Inserts the row; undefined if a concurrent attempt at the same request inserted it first. */
  readonly insert: () => Promise<Made | undefined>
}

/**
 * Inserts the row for a request once. A repeated request gets the row of the first attempt, with `created` false. Throws
 * REQUEST_ID_TAKEN if the id belongs to a different request.
 */
export async function insertOnce<Made, Before extends Made>({
  find,
  isSame,
  insert,
}: OnceOptions<Made, Before>): Promise<{ row: Made; created: boolean }> {
  let existingRow = await find()
  if (!existingRow) {
    const row = await insert()
    if (row) return { row, created: true }
    existingRow = await find()
  }
  if (!existingRow || !isSame(existingRow)) throw fail('REQUEST_ID_TAKEN')
  return { row: existingRow, created: false }
}

type SecretOnceOptions<Made, Before extends Made> = OnceOptions<Made, Before> & {
  /** Lists what counts towards `most`. Lock it before, so that concurrent additions cannot exceed the limit. */
  readonly list: () => Promise<readonly unknown[]>
  readonly most: number
  readonly createFullError: () => Error
  /** Gives the row of the first attempt the new secret; false if the former one has been used. */
  readonly renew: () => Promise<boolean>
}

/**
 * Inserts a row with a secret that is shown once. A repeated request means that the first response was lost, and the secret with it.
 * Throws the full error, REQUEST_ID_TAKEN.
 */
export async function insertSecretOnce<Made, Before extends Made>({
  list,
  most,
  createFullError,
  renew,
  insert,
  ...options
}: SecretOnceOptions<Made, Before>): Promise<{ row: Made; created: boolean }> {
  const result = await insertOnce({
    ...options,
    insert: async () => {
      if ((await list()).length >= most) throw createFullError()
      return insert()
    },
  })
  if (!result.created && !(await renew())) throw fail('REQUEST_ID_TAKEN')
  return result
}
