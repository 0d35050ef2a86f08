import { plural, t } from '@lingui/core/macro'
import type { RollGroup, RollReason } from '@muster/domain/emergency.ts'
import { groupsByReason } from '@muster/domain/roll-order.ts'
import { formatList } from '../../lib/format-list.ts'

/** The people of a site by how it is known that they are there. */
export type SiteParts = Partial<Record<RollGroup, number>>

/** Adds up the reasons for which people are on a roll, or would be. */
export function toSiteParts(reasons: readonly { why: RollReason; people: number }[]): SiteParts {
  const parts: SiteParts = {}
  for (const { why, people } of reasons) {
    const group = groupsByReason[why]
    parts[group] = (parts[group] ?? 0) + people
  }
  return parts
}

/** The number of people of one part: "323 by phone". */
export function sitePartText(group: RollGroup, people: number): string {
  switch (group) {
    case 'phone':
      return t`${plural(people, { other: '# by phone' })}`
    case 'not_seen':
      return t`${plural(people, { other: '# not seen' })}`
    case 'visitor':
      return t`${plural(people, { one: '# visitor', other: '# visitors' })}`
    case 'badge':
      return t`${plural(people, { other: '# by badge' })}`
    case 'by_hand':
      return t`${plural(people, { other: '# added by hand' })}`
    case 'off_site':
      return t`${plural(people, { other: '# called, not on site' })}`
  }
}

const partsOnSite = ['phone', 'not_seen', 'visitor', 'badge', 'by_hand'] as const

/** The number of people on the site: the sum of the parts that `siteSumText` names. */
const countOnSite = (parts: SiteParts): number =>
  partsOnSite.reduce((sum, group) => sum + (parts[group] ?? 0), 0)

/** The parts of the sum: "323 by phone, 323 not seen, 12 visitors and 39 by badge". Empty if there is nobody. */
export const sitePartsText = (parts: SiteParts): string =>
  formatList(partsOnSite.filter(it => parts[it]).map(it => sitePartText(it, parts[it] ?? 0)))

/**
 * The people on the site as one sum with its parts: "697 on site: 323 by phone, 323 not seen, 12 visitors and 39 by badge". Every screen
 * that counts them says it in these words. Those who are called but not known to be there stand apart.
 */
export function siteSumText(parts: SiteParts): string {
  const people = countOnSite(parts)
  const sum = t`${plural(people, { other: '# on site' })}`
  const list = sitePartsText(parts)
  const onSite = list === '' ? sum : t`${sum}: ${list}`
  return parts.off_site ? `${onSite} · ${sitePartText('off_site', parts.off_site)}` : onSite
}
