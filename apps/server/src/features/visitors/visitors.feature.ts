import { write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { signOutAtDayEnd } from './sign-out-visitor.ts'
import { visitingProcedures } from './visiting.procedures.ts'
import { visitorsEvents } from './visitors.events.ts'
import { visitorsPersonalData } from './visitors.personal-data.ts'
import { visitorsProcedures } from './visitors.procedures.ts'
import { deleteOldKiosks, deleteOldVisits } from './write-visits.queries.ts'

export const visitorsFeature = {
  procedures: (platform: Platform) => ({
    visitors: { ...visitorsProcedures(platform), ...visitingProcedures(platform) },
  }),
  events: visitorsEvents,
  jobs: ({ db, env }: Platform) => [
    {
      name: 'visitors-day-end',
      cron: '*/5 * * * *',
      async run(signal: AbortSignal) {
        let count: number
        do {
          signal.throwIfAborted()
          count = await db.asOwner('visitors whose day is over are signed out', tx =>
            write(tx, context => signOutAtDayEnd(context, env.TIME_ZONE)),
          )
        } while (count > 0)
      },
    },
  ],
  expired: { visitors: deleteOldVisits, kiosks: deleteOldKiosks },
  personalData: visitorsPersonalData,
} satisfies Feature
