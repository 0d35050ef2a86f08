import { fail } from './fail.ts'

type Request<Made, Before extends Made> = {
  /** What this request made before. */
  readonly find: () => Promise<Before | undefined>
  /** Whether that is what is asked for now. */
  readonly isSame: (before: Before) => boolean
  /** Undefined where the same request, sent twice at once, has made it meanwhile. */
  readonly insert: () => Promise<Made | undefined>
}

/**
 * Makes what a request asks for, once: sent again, it is answered with what it made the first time, and `created` is false. Throws
 * REQUEST_ID_TAKEN where the id has made something else.
 */
export async function once<Made, Before extends Made>({
  find,
  isSame,
  insert,
}: Request<Made, Before>): Promise<{ row: Made; created: boolean }> {
  let before = await find()
  if (!before) {
    const row = await insert()
    if (row) return { row, created: true }
    before = await find()
  }
  if (!before || !isSame(before)) throw fail('REQUEST_ID_TAKEN')
  return { row: before, created: false }
}
