import type { Badge, BadgeKey, BadgeVisit, InsideByBadge } from '@muster/contract/badges.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import type { BadgeKeyRow } from './badge-keys.queries.ts'
import type { BadgeRow, InsideRow, VisitRow } from './badges.queries.ts'

export const keyView = ({ id, name, created_at, last_used_at, full_until }: BadgeKeyRow): BadgeKey => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
  fullUntil: full_until?.toISOString() ?? null,
})

/** Returns the name of a badge's holder; null if it is assigned to nobody. */
const toHolderName = (row: { user_id: string | null; holder: string | null }, names: PersonNameLookup) =>
  row.user_id === null ? row.holder || null : names(row.user_id).name

const holderView = (
  row: Pick<BadgeRow, 'user_id' | 'holder' | 'company' | 'phone'>,
  names: PersonNameLookup,
) => ({
  userId: row.user_id,
  name: toHolderName(row, names),
  company: row.company ?? '',
  phone: row.phone ?? '',
})

export const badgeView = (row: BadgeRow, names: PersonNameLookup): Badge => ({
  number: row.number,
  ...holderView(row, names),
  last:
    row.direction && row.at
      ? { direction: row.direction, at: row.at.toISOString(), reader: row.reader ?? '' }
      : null,
})

export const insideView = (row: InsideRow, names: PersonNameLookup): InsideByBadge => ({
  number: row.number,
  ...holderView(row, names),
  since: row.at.toISOString(),
  reader: row.reader,
  byPhone: row.by_phone,
})

export const visitView = (row: VisitRow, names: PersonNameLookup): BadgeVisit => ({
  id: row.id,
  number: row.number,
  userId: row.user_id,
  name: toHolderName(row, names),
  cameInAt: row.came_in_at?.toISOString() ?? null,
  inReader: row.in_reader,
  leftAt: row.left_at?.toISOString() ?? null,
  outReader: row.out_reader,
  end: row.stay_end,
})
