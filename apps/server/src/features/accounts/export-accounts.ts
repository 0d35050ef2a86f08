import { sourceLanguage } from '@muster/domain/language.ts'
import { roleLongLabel } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { formatCsv } from '../../lib/csv.ts'
import { render } from '../../lib/texts/render.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { type AccountCursor, type AccountFilter, listAccounts } from './accounts.queries.ts'

const MAX_ROWS = 50_000
const PAGE_SIZE = 2_000

/** The header is in English for every reader, because an import reads the file again and expects these columns and roles. */
const headerRow = ['First name', 'Last name', 'Email', 'Phone', 'Role', 'Status', 'User code', 'Created']

/**
 * Returns the filtered people as CSV, newest first, up to `MAX_ROWS`. Each export is logged, because many people's data leaves the
 * product.
 */
export async function exportAccounts(
  tx: Tx,
  actor: SignedInActor,
  filter: AccountFilter,
): Promise<{ fileName: string; csv: string; rows: number }> {
  const csvChunks = [formatCsv([headerRow])]
  let rowCount = 0
  let after: AccountCursor | undefined
  while (rowCount < MAX_ROWS) {
    const page = await listAccounts(tx, filter, { after, limit: PAGE_SIZE })
    csvChunks.push(
      formatCsv(
        page.map(row => [
          row.first_name,
          row.last_name,
          row.email,
          row.phone,
          render(roleLongLabel(row.role as Parameters<typeof roleLongLabel>[0]), sourceLanguage),
          row.status,
          row.user_code,
          row.created_at.toISOString(),
        ]),
      ),
    )
    rowCount += page.length
    const lastRow = page.at(-1)
    if (page.length < PAGE_SIZE || !lastRow) break
    after = { createdAt: lastRow.created_at_exact, id: lastRow.id }
  }
  await appendSecurityEvent(tx, {
    type: 'data_access',
    description: 'Exported the people: users_csv.',
    actorId: actor.userId,
    affectedUserId: null,
    severity: 'info',
    metadata: { accessType: 'users_csv', people: rowCount },
  })
  const timestamp = new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')
  return { fileName: `people-${timestamp}.csv`, csv: csvChunks.join(''), rows: rowCount }
}
