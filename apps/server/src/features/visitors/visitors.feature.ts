import { msg } from '@lingui/core/runtime-macro'
import { toDisplayName } from '../../db/person-names.ts'
import type { MailWork } from '../../jobs/mail-queue.ts'
import type { Mail } from '../../lib/mail.ts'
import { localDay } from '../../lib/texts/local-day.ts'
import { mailText } from '../../lib/texts/mail-text.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { endDays } from './sign-out-visitor.ts'
import { findInvitedVisit, type InvitedVisit } from './visit-invitation.queries.ts'
import { visitingProcedures } from './visiting.procedures.ts'
import { visitorsEvents } from './visitors.events.ts'
import { visitorsProcedures } from './visitors.procedures.ts'
import { deleteOldKiosks, deleteOldVisits } from './write-visits.queries.ts'

const visitorsPersonalData: readonly PersonalList[] = [
  {
    name: 'visitors-hosted',
    says: msg`Visitors you invited, received or signed out.`,
    table: 'visitor_visits',
    kind: 'visitors',
    counted: 'host_id = me',
    of: { host_id: 'hosted_by_me', created_by: 'entered_by_me', ended_by: 'signed_out_by_me' },
    order: 'created_at, id',
    leftOut: {
      'about somebody else': ['phone', 'name_key', 'host_name'],
      'describes a kiosk, not the person': ['kiosk_id'],
    },
  },
  {
    name: 'kiosks-opened',
    says: msg`Kiosks for visitors that you opened.`,
    table: 'visitor_kiosks',
    kind: 'administration',
    of: 'opened_by',
    order: 'created_at, id',
  },
]

/** Creates the function that mails a visitor when and where they are expected. Cancelled visits are not mailed. */
function createVisitMailWork({ db, mailer }: Pick<Platform, 'db' | 'mailer'>): MailWork {
  return async ({ visitId, email }) => {
    if (visitId === undefined) return
    const visit = await db.asOwner('the job knows whom a visit is announced to', tx =>
      findInvitedVisit(tx, visitId),
    )
    if (visit) await mailer.send(visitMail(email, visit))
  }
}

function visitMail(to: string, { name, zone, lat, lng, host, day, language }: InvitedVisit): Mail {
  const where = `${lat.toFixed(5)}, ${lng.toFixed(5)}`
  return {
    to,
    ...mailText(language, msg`Your visit to ${{ zone }}`, [
      msg`Hello,`,
      msg`${{ host: toDisplayName(host) }} expects you in ${{ zone }} on ${{ day: localDay(day) }}.`,
      msg`Coordinates of the place: ${{ where }}`,
      msg`When you arrive, sign in as “${{ name: toDisplayName(name) }}” at the kiosk or with the code on the poster, or ask your host to sign you in. Sign out when you leave.`,
      msg`If you didn’t expect this email, you can ignore it.`,
    ]),
  }
}

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
