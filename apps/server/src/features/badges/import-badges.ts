import type { BadgeImportRow } from '@muster/contract/badges.ts'
import type { ImportReference } from '@muster/contract/import-reference.ts'
import type { WriteContext } from '../../live/write.ts'
import { noteImport } from '../../rpc/note-import.queries.ts'
import { assignBadges } from './assign-badges.ts'
import {
  findCarriedBadges,
  findHolders,
  type HolderRow,
  listHolders,
  type NewBadge,
} from './badges.queries.ts'

type ImportedRow = {
  readonly number: string
  readonly name: string
  readonly company: string
  readonly phone: string
  readonly email: string
  readonly userCode: string
}

/**
 * Finds members by e-mail address, user code or unique name, else somebody without an account. Ambiguous rows are left out and say
 * so. `isPreview` assigns nothing. Throws BADGES_FULL.
 */
export async function importBadges(
  context: Pick<WriteContext, 'tx' | 'publish'> & { readonly actor: { readonly userId: string } },
  zoneId: string,
  rows: readonly ImportedRow[],
  {
    isPreview,
    import: reference,
  }: { readonly isPreview: boolean; readonly import?: ImportReference | undefined },
): Promise<{ assigned: number; rows: BadgeImportRow[] }> {
  const { tx } = context
  const members = await listHolders(tx, zoneId, {
    emails: rows.map(it => it.email.toLowerCase()).filter(Boolean),
    codes: rows.map(it => it.userCode.toUpperCase()).filter(Boolean),
    names: rows.map(it => toNameKey(it.name)).filter(Boolean),
  })
  const numbers = rows.map(it => it.number)
  const holders = new Map((await findHolders(tx, zoneId, numbers)).map(it => [it.number, it]))
  const byEmail = Map.groupBy(members, it => it.email)
  const byCode = Map.groupBy(members, it => it.user_code)
  const byName = Map.groupBy(members, it => toNameKey(it.name))
  const carriedNumbers = await findCarriedBadges(tx, zoneId, numbers)

  const judge = (row: ImportedRow): { view: BadgeImportRow; badge?: NewBadge } => {
    const view = { name: row.name, changesHolder: false }
    const matches = findMatches(row, { byEmail, byCode, byName })
    if (matches === 'none') return { view: { ...view, result: 'unknown' } }
    if (matches.length > 1) return { view: { ...view, result: 'ambiguous' } }
    const [member] = matches
    if (!member && row.name === '') return { view: { ...view, result: 'unknown' } }
    const { number, name, company, phone } = row
    if (member && carriedNumbers.has(number)) return { view: { ...view, result: 'carried' } }
    const holder = holders.get(number)
    const changesHolder =
      holder !== undefined && (member ? holder.user_id !== member.user_id : holder.holder !== name)
    return member
      ? {
          view: { name: member.name, changesHolder, result: 'member' },
          badge: { number, userId: member.user_id, name: '', company: '', phone: '' },
        }
      : {
          view: { name, changesHolder, result: 'other' },
          badge: { number, userId: null, name, company, phone },
        }
  }
  const judgedRows = rows.map(judge)
  // A later row that is left out leaves the badge to an earlier one.
  const lastRows = new Map(judgedRows.flatMap((it, index) => (it.badge ? [[it.badge.number, index]] : [])))
  const results: typeof judgedRows = judgedRows.map((it, index) =>
    it.badge && lastRows.get(it.badge.number) !== index
      ? { view: { name: rows[index]?.name ?? '', changesHolder: false, result: 'repeated' as const } }
      : it,
  )
  const badges = results.flatMap(it => it.badge ?? [])
  if (!isPreview) {
    const { createdIds } = await assignBadges(context, zoneId, badges)
    if (reference) {
      const changed = badges.length - createdIds.length
      await noteImport(tx, reference, { kind: 'badges', zoneId, createdIds, changed })
    }
  }
  return { assigned: badges.length, rows: results.map(it => it.view) }
}

const toNameKey = (name: string) => name.trim().toLowerCase()

type Members = ReadonlyMap<string, readonly HolderRow[]>

/** Empty for somebody without an account (always with a company), `none` for a member who does not exist. */
function findMatches(
  { email, userCode, name, company }: ImportedRow,
  { byEmail, byCode, byName }: { byEmail: Members; byCode: Members; byName: Members },
): readonly HolderRow[] | 'none' {
  if (email !== '' || userCode !== '') {
    const members = [
      ...(email === '' ? [] : [byEmail.get(email.toLowerCase())?.[0]]),
      ...(userCode === '' ? [] : [byCode.get(userCode.toUpperCase())?.[0]]),
    ]
    const people = members.flatMap(it => it ?? [])
    if (people.length < members.length) return 'none'
    return [...new Map(people.map(it => [it.user_id, it])).values()]
  }
  return company === '' ? (byName.get(toNameKey(name)) ?? []) : []
}
