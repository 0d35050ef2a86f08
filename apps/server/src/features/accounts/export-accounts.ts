import type { CsvFile } from '@muster/contract/csv-file.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { type CsvColumn, exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import { render } from '../../lib/texts/render.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { audit } from '../security/index.ts'
import { type AccountCursor, type AccountFilter, type AccountRow, listAccounts } from './accounts.queries.ts'
import { listZoneCells } from './import-accounts.queries.ts'

const toRoleName = (role: string) => render(roleLongLabel(role as Role), sourceLanguage)

/** In English for every reader, because an import reads the file again and expects these columns and roles. */
const columns: readonly CsvColumn<AccountRow & { readonly zones: string }>[] = [
  ['First name', row => row.first_name],
  ['Last name', row => row.last_name],
  ['Email', row => row.email],
  ['Phone', row => row.phone],
  ['Role', row => toRoleName(row.role)],
  ['Zones', row => row.zones],
  ['Status', row => row.status],
  ['User code', row => row.user_code],
  ['Created', row => row.created_at],
]

/** Newest first, as an import reads it. Each export is logged, because many people's data leaves the product. */
export async function exportAccounts(tx: Tx, actor: SignedInActor, filter: AccountFilter): Promise<CsvFile> {
  const { file, rows } = await exportCsv({
    name: toCsvFileName('people'),
    language: sourceLanguage,
    columns,
    async listPage(page: PageOf<AccountCursor>) {
      const rows = await listAccounts(tx, filter, page)
      const zoneCells = await listZoneCells(
        tx,
        rows.map(({ id }) => id),
        toRoleName,
      )
      return rows.map(row => ({ ...row, zones: zoneCells.get(row.id) ?? '' }))
    },
    toPosition: row => ({ createdAt: row.created_at_exact, id: row.id }),
  })
  await audit(tx, 'data_access:accounts_exported', {
    actorId: actor.userId,
    accessType: 'users_csv',
    people: rows,
  })
  return file
}
