import type { CsvFile } from '@muster/contract/csv-file.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import { render } from '../../lib/texts/render.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { type AccountCursor, type AccountFilter, listAccounts } from './accounts.queries.ts'
import { listZoneCells } from './import-accounts.queries.ts'

/** The header is in English for every reader, because an import reads the file again and expects these columns and roles. */
const headerRow = [
  ...['First name', 'Last name', 'Email', 'Phone', 'Role', 'Zones'],
  ...['Status', 'User code', 'Created'],
]

const toRoleName = (role: string) => render(roleLongLabel(role as Role), sourceLanguage)

/** Newest first, as an import reads it. Each export is logged, because many people's data leaves the product. */
export async function exportAccounts(tx: Tx, actor: SignedInActor, filter: AccountFilter): Promise<CsvFile> {
  const { file, rows } = await exportCsv({
    name: toCsvFileName('people'),
    header: headerRow,
    async listPage(page: PageOf<AccountCursor>) {
      const rows = await listAccounts(tx, filter, page)
      const zoneCells = await listZoneCells(
        tx,
        rows.map(({ id }) => id),
        toRoleName,
      )
      return rows.map(row => ({ ...row, zones: zoneCells.get(row.id) ?? '' }))
    },
    toCells: row => [
      row.first_name,
      row.last_name,
      row.email,
      row.phone,
      toRoleName(row.role),
      row.zones,
      row.status,
      row.user_code,
      row.created_at.toISOString(),
    ],
    toPosition: row => ({ createdAt: row.created_at_exact, id: row.id }),
  })
  await appendSecurityEvent(tx, {
    type: 'data_access',
    description: 'Exported the list of accounts.',
    actorId: actor.userId,
    metadata: { accessType: 'users_csv', people: rows },
  })
  return file
}
