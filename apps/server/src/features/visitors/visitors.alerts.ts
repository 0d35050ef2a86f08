import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type { Alert } from '../../live/write.ts'
import type { PlaceRow } from './doors.queries.ts'

type ArrivedVisit = {
  readonly id: string
  readonly zoneId: string
  readonly zoneName: string
  readonly hostId: string
  readonly name: string
  readonly company: string
}

/** Tells a host that their visitor is here. Not a notice about presence, which only those receive who see who is inside. */
export const visitorArrivedAlert = ({
  id,
  zoneId,
  zoneName,
  hostId,
  name,
  company,
}: ArrivedVisit): Alert => ({
  type: 'system',
  zoneId,
  to: [hostId],
  title: company
    ? msg`Your visitor ${{ name }} of ${{ company }} is here`
    : msg`Your visitor ${{ name }} is here`,
  text: msg`Signed in at ${{ zone: zoneName }}. Please meet them.`,
  about: {},
  source: `visit:${id}`,
})

type PosterRoom = { readonly today: number; readonly day: string }

/** Tells those who set up how a zone receives visitors, once a day and poster, that half of the day's sign-ins with the poster are used. */
export const posterHalfUsedAlert = (
  { zone_id, zone_name, poster_day_most, poster_made_at }: PlaceRow,
  { day }: PosterRoom,
): Alert => ({
  type: 'system',
  zoneId: zone_id,
  to: sql<string[]>`array(
    select a.user_id from members_with('link_users') a where a.zone_id = ${zone_id} and a.accepted_at is not null)`,
  title: msg`Half of today’s poster sign-ins at ${{ zone: zone_name }} are used`,
  text: msg`Visitors can sign in ${{ most: poster_day_most }} times a day with the poster. Expecting more? Raise the number under Visitors, Notice and retention. If not, somebody may be inventing visitors: make a new poster.`,
  about: {},
  // A new poster, or another number, begins anew.
  source: `poster-half:${zone_id}:${day}:${poster_day_most}:${poster_made_at?.getTime() ?? ''}`,
})
