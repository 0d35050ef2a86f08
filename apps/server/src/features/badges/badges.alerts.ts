import { msg } from '@lingui/core/runtime-macro'
import { badgeDayEventsMost } from '@muster/domain/badge.ts'
import { sql } from 'kysely'
import type { Alert } from '../../live/write.ts'
import type { FullKeyRow } from './badge-keys.queries.ts'

/** Tells those who may remove keys that one sent as many events as it may within a day. */
export const keyFullAlert = (
  { id, name, events_since }: FullKeyRow,
  zone: { readonly id: string; readonly name: string },
): Alert => ({
  type: 'system',
  zoneId: zone.id,
  to: sql<string[]>`array(
    select a.user_id from members_with('edit_zones') a where a.zone_id = ${zone.id} and a.accepted_at is not null)`,
  title: msg`The badge reader ${{ reader: name }} at ${{ zone: zone.name }} sends no more today`,
  text: msg`It sent ${{ most: badgeDayEventsMost }} events within a day, the most a reader may send. Until a day after the first of them, nobody who comes in or goes out there is noticed. If the site did not send them, remove the reader under Badges and add it again.`,
  about: {},
  source: `badge-key-full:${id}:${events_since.getTime()}`,
})
