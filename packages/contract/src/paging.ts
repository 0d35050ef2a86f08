import { z } from 'zod'
import { fitting } from './fits.ts'
import { countText } from './numbers.ts'

/** Maximum rows per response, for every caller. */
const maxRows = 200

/** The position after a page of a list. Clients only send it back; its content is private to the server (rpc/paging.ts). */
export const cursor = fitting(
  z
    .string()
    .regex(/^[\w-]{1,600}$/)
    .describe('`next` of the page before. Any other text is refused with 400: CURSOR_INVALID.'),
  'no column',
)

/** The cursor at which the page starts, and the number of rows. Without a cursor, the list starts at the first page. */
export const paging = z.strictObject({
  cursor: cursor.optional(),
  limit: countText.min(1).max(maxRows).default(50),
})

/** `next` is null on the last page. Lists that grow have a total order, so no row is repeated or skipped. */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row).max(maxRows), next: cursor.nullable() })

/** A filter that is either set or omitted; in a URL it is the string `true`. */
export const trueOrText = z.union([z.literal(true), z.literal('true').transform(() => true as const)])
