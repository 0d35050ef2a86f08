import { z } from 'zod'
import { fitting } from './fits.ts'
import { countText } from './numbers.ts'

/** The most rows of one answer, whoever asks for them. */
const mostRows = 200

/** The place after a page of a list. Clients only hand it back; what it says is the server's own (rpc/paging.ts). */
export const cursor = fitting(z.string().regex(/^[\w-]{1,600}$/), 'no column')

/** Input of every list: where the page begins, and how many rows it may have. Without a cursor, the first one. */
export const paging = z.strictObject({
  cursor: cursor.optional(),
  limit: countText.min(1).max(mostRows).default(50),
})

/**
 * A page of a list, the only way a list is answered: its rows, and the place where the next page begins; null when there
 * are no more. The rows of a list stand in an order that no two of them share, so none is shown twice or left out.
 */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row).max(mostRows), next: cursor.nullable() })

/** A filter that is either asked for or left out; in an address it is the text `true`. */
export const yes = z.union([z.literal(true), z.literal('true').transform(() => true as const)])
