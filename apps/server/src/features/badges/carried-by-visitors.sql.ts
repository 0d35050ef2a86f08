import { type RawBuilder, sql } from 'kysely'

/**
 * SQL that is true if a visitor who is signed in carries the badge: then the visitor is listed, and the badge is no further person. A
 * badge of a member always counts as that member. Index: visitor_visits_badge_inside.
 */
export const isCarriedByVisitor = (zoneId: RawBuilder<unknown>, number: RawBuilder<unknown>) => sql<boolean>`
  exists (select from visitor_visits v where v.zone_id = ${zoneId} and v.badge = ${number} and v.badge <> ''
    and v.signed_in_at is not null and v.signed_out_at is null)`
