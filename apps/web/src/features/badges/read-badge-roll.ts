import type { RollPerson } from '@muster/contract/presence.ts'
import { judgeOpenStay } from '@muster/domain/badge.ts'
import { api } from '../../lib/api.ts'
import { badgeHolderName, badgeSource } from './badge-words.ts'

export type BadgeRollPerson = RollPerson & { readonly source: string; readonly unseen: boolean }

/** Loads everybody who is inside by badge and not by phone, in the form of the printed roll. */
export async function readBadgeRoll(zoneId: string): Promise<BadgeRollPerson[]> {
  const people: BadgeRollPerson[] = []
  let cursor: string | undefined
  do {
    const page = await api.badges.inside({ zoneId, cursor, limit: 200 })
    for (const it of page.rows)
      if (!it.byPhone)
        people.push({
          userId: `badge ${it.number}`,
          ...splitName(badgeHolderName(it), it.name !== null),
          userCode: it.number,
          phone: it.phone || null,
          lastSeen: it.since,
          mock: false,
          source: badgeSource(it.reader),
          unseen: judgeOpenStay(Date.parse(it.since), Date.now()) !== 'inside',
        })
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return people
}

/** Takes the last word for the surname, as it is for most people; "Badge 4711 (unknown)" stays whole. */
function splitName(name: string, isPerson: boolean): Pick<RollPerson, 'firstName' | 'lastName'> {
  const words = isPerson ? name.split(' ') : [name]
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
