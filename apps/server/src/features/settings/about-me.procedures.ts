import { id, instant } from '@muster/contract/ids.ts'
import type { LocationLook, RetainedDataKind, SignInAttempt } from '@muster/contract/settings.ts'
import { limits } from '@muster/domain/limits.ts'
import { type PersonalDataKind, personalDataKinds } from '@muster/domain/personal-data.ts'
import type { Role } from '@muster/domain/role.ts'
import { signInRefusals } from '@muster/domain/sign-in-result.ts'
import { z } from 'zod'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { createCursors } from '../../rpc/paging.ts'
import { countStoredData, type LocationViewRow, listLocationViews } from './location-looks.queries.ts'
import { listSignIns, type SignInRow, toResult } from './sign-ins.queries.ts'

const locationViewCursors = createCursors('looks at me', { at: [instant, 'last_at_exact'], key: z.string() })
const signInCursors = createCursors('sign-ins', { at: [instant, 'at_exact'], id })

/** The lists of personal data that all features declare. */
export type WithPersonalData = { readonly personalData: readonly PersonalList[] }

/** Procedures that show people the data stored about themselves. They use only the actor's id. */
export function aboutMeProcedures({ env, personalData }: Platform & WithPersonalData) {
  return {
    locationLooks: api.settings.locationLooks
      .use(
        signedIn(null, { asOwner: 'requests may not read the log; only views of this person are returned' }),
      )
      .handler(async ({ context: { tx, actor }, input: { cursor, limit } }) => {
        const page = await locationViewCursors.read({ cursor, limit }, it =>
          listLocationViews(tx, actor.userId, it),
        )
        return page.map(locationLookView)
      }),

    signIns: api.settings.signIns
      .use(
        signedIn(null, {
          asOwner: 'requests may not read the log; only attempts at this account are returned',
        }),
      )
      .handler(async ({ context: { tx, actor }, input: { cursor, limit, result } }) => {
        const page = await signInCursors.read({ cursor, limit }, it =>
          listSignIns(tx, actor.userId, result, it),
        )
        return page.map(signInView)
      }),

    kept: api.settings.kept
      .use(
        signedIn(null, {
          asOwner: 'requests may read neither sessions nor the log; only those of this person are counted',
        }),
      )
      .handler(async ({ context: { tx, actor } }) => {
        const counts = await countStoredData(tx, personalData, actor.userId)
        const retentionDaysByKind: Partial<Record<PersonalDataKind, number>> = {
          readings: env.RETENTION_DAYS,
          visits: env.RETENTION_DAYS,
          alerts: limits.alertKeepDays,
          downloads: limits.reportFileKeepDays,
          security_events: env.SECURITY_LOG_DAYS,
        }
        const retainedKinds = personalDataKinds.map(
          (category): RetainedDataKind => ({
            category,
            rows: counts[category] ?? null,
            days: retentionDaysByKind[category] ?? null,
          }),
        )
        return { kept: retainedKinds }
      }),
  }
}

const locationLookView = (row: LocationViewRow): LocationLook => ({
  key: row.key,
  by:
    row.role === null ? null : { name: `${row.first_name} ${row.last_name}`.trim(), role: row.role as Role },
  kind: row.kind,
  zone: row.zone_id === null || row.zone_name === null ? null : { id: row.zone_id, name: row.zone_name },
  wholeZone: row.whole_zone,
  day: instant.safeParse(row.day).data ?? null,
  times: row.times,
  lastAt: row.last_at.toISOString(),
})

const signInView = (row: SignInRow): SignInAttempt => ({
  id: row.id,
  at: row.at.toISOString(),
  result: toResult(row),
  reason: signInRefusals.find(reason => reason === row.reason) ?? null,
  userAgent: row.userAgent ?? '',
  ipAddress: row.ipAddress,
})
