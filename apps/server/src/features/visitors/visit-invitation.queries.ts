import type { OwnerTx } from '../../db/database.ts'
import { oneOrNone } from '../../db/rows.ts'

export type InvitedVisit = {
  readonly name: string
  readonly zone: string
  /** The middle of the zone in degrees, WGS 84. */
  readonly lat: number
  readonly lng: number
  readonly host: string
  /** YYYY-MM-DD. */
  readonly day: string
  /** The language of the host, because nobody knows that of the visitor. */
  readonly language: string
}

/** Finds an expected visit with its host; undefined if it was cancelled, its host left, or the visitor is here. */
export const findInvitedVisit = (tx: OwnerTx, visitId: string) =>
  oneOrNone(tx)<InvitedVisit>`
    select v.name, z.name as zone, (z.start_lat + z.end_lat) / 2 as lat, (z.start_lng + z.end_lng) / 2 as lng,
      trim(u.first_name || ' ' || u.last_name) as host, v.expected_on::text as day,
      reading_language(u.id, u.language) as language
    from visitor_visits v join zones z on z.id = v.zone_id and z.status = 'active'
      join user_profiles u on u.id = v.host_id and u.status = 'active'
    where v.id = ${visitId} and v.signed_in_at is null and v.expected_on >= current_date - 1`
