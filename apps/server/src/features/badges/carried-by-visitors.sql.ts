import { type RawBuilder, sql } from 'kysely'

type BadgeState = {
  readonly zoneId: RawBuilder<unknown>
  readonly number: RawBuilder<unknown>
  /** The time at which the badge came in. */
  readonly at: RawBuilder<unknown>
}

/**
 * True if a listed visitor carries the badge, or handed it back at a sign-out after it came in. A visit that ended with the day says
 * nothing; a member's badge always counts as the member. Index: visitor_visits_badge.
 */
export const isCarriedByVisitor = ({ zoneId, number, at }: BadgeState) => sql<boolean>`
  exists (select from visitor_visits v where v.zone_id = ${zoneId} and v.badge = ${number} and v.badge <> ''
    and v.signed_in_at is not null and (v.signed_out_at is null or v.ended <> 'end_of_day' and v.signed_out_at >= ${at}) offset 0)`
