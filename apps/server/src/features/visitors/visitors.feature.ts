import type { MailWork } from '../../jobs/mail-queue.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createVisitMailWork } from './send-visit-invitation.ts'
import { endDays } from './sign-out-visitor.ts'
import { visitingProcedures } from './visiting.procedures.ts'
import { visitorsEvents } from './visitors.events.ts'
import { visitorsPersonalData } from './visitors.personal-data.ts'
import { visitorsProcedures } from './visitors.procedures.ts'
import { deleteOldKiosks, deleteOldVisits } from './write-visits.queries.ts'

type Parts = { readonly sendVisitInvitation: MailWork }

export const visitorsFeature = {
  procedures: (platform: Platform) => ({
    visitors: { ...visitorsProcedures(platform), ...visitingProcedures(platform) },
  }),
  events: visitorsEvents,
  parts(platform: Platform): Parts {
    const sendVisitInvitation = createVisitMailWork(platform)
    platform.mailQueue.onOrder(sendVisitInvitation, 'visit-invitation')
    return { sendVisitInvitation }
  },
  jobs: (platform: Platform) => [
    {
      name: 'visitors-day-end',
      cron: '*/5 * * * *',
      run: (signal: AbortSignal) => endDays(platform, signal),
    },
  ],
  expired: { visitors: deleteOldVisits, kiosks: deleteOldKiosks },
  personalData: visitorsPersonalData,
} satisfies Feature
