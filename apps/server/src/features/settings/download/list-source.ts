import { msg } from '@lingui/core/runtime-macro'
import type { Database } from '../../../db/database.ts'
import type { Text } from '../../../lib/texts/text.ts'
import { listLocationViews } from '../location-looks.queries.ts'
import type { ArchiveList } from './personal-data.ts'
import { createHeading, type ListRow, readList } from './read-lists.queries.ts'

/** A list in the archive, from any source. It is read twice: for the JSON and for the CSV. */
export type ListSource = {
  readonly name: string
  readonly says: Text
  readonly heading: readonly string[]
  pages(): AsyncIterable<readonly ListRow[]>
}

type Db = Pick<Database, 'asOwner' | 'pool'>

/** Rows per page; small enough that a page barely delays other work on the event loop. */
const PAGE_SIZE = 250
const ownerReason = 'the archive holds everything of the person, also what no request may read'

/** Creates a list of the person's rows in a table, of which there were `count` when the archive was begun. */
export const createTableSource = (db: Db, list: ArchiveList, userId: string, count: number): ListSource => ({
  name: list.name,
  says: list.says,
  heading: createHeading(list),
  // Most lists are empty.
  pages: () => (count === 0 ? noPages() : readList(db.pool, list, userId, list.pageRows ?? PAGE_SIZE)),
})

async function* noPages(): AsyncGenerator<ListRow[]> {}

/** Creates the list of views of the person's location, exactly as shown in Settings. */
export const createLocationViewsSource = (db: Db, userId: string): ListSource => ({
  name: 'looks-at-my-location',
  says: msg`Who viewed your location, grouped by hour, as shown in Settings.`,
  heading: ['last_at', 'by', 'role', 'kind', 'zone_name', 'whole_zone', 'times'],
  async *pages() {
    let after: { at: string; key: string } | undefined
    do {
      const rows = await db.asOwner(ownerReason, tx =>
        listLocationViews(tx, userId, { after, limit: PAGE_SIZE }),
      )
      if (rows.length > 0)
        yield rows.map(row => ({
          last_at: row.last_at,
          by: row.first_name === null ? null : `${row.first_name} ${row.last_name}`.trim(),
          role: row.role,
          kind: row.kind,
          zone_name: row.zone_name,
          whole_zone: row.whole_zone,
          times: row.times,
        }))
      const lastRow = rows.at(-1)
      after =
        lastRow && rows.length === PAGE_SIZE ? { at: lastRow.last_at_exact, key: lastRow.key } : undefined
    } while (after)
  },
})
