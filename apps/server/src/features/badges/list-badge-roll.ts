import { findStandInName, toUnknownBadgeName } from '@muster/domain/stand-in-name.ts'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import { render } from '../../lib/texts/render.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { listInside } from './badges.queries.ts'
import { insideView } from './badges.view.ts'

/** Maximum people by badge on a roll. */
const MAX_PEOPLE = 10_000

export type BadgeRollPerson = {
  readonly number: string
  readonly name: string
  readonly phone: string
  readonly since: string
  readonly reader: string
  readonly unseen: boolean
}

/** Lists the people inside by badge and not by phone, for a roll. */
export async function listBadgeRoll(tx: Tx, zoneId: string): Promise<BadgeRollPerson[]> {
  const language = await readOwnLanguage(tx)
  const rows = await listInside(tx, zoneId, { after: undefined, limit: MAX_PEOPLE })
  const names = await loadPersonNames(tx, pluck(rows, 'user_id'))
  return rows
    .filter(it => !it.by_phone)
    .map(row => {
      const { number, name, company, phone, since, reader } = insideView(row, names)
      const holder = name && company ? `${name} (${company})` : name
      const unknownName = toUnknownBadgeName(number)
      return {
        number,
        name: holder ?? render(findStandInName(unknownName) ?? unknownName, language),
        phone,
        since,
        reader,
        unseen: row.unseen,
      }
    })
}
