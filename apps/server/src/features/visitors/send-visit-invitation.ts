import { msg } from '@lingui/core/runtime-macro'
import { toDisplayName } from '../../db/person-names.ts'
import type { MailWork } from '../../jobs/mail-queue.ts'
import type { Mail } from '../../lib/mail.ts'
import { localDay } from '../../lib/texts/local-day.ts'
import { mailText } from '../../lib/texts/mail-text.ts'
import type { Platform } from '../../platform/platform.ts'
import { findInvitedVisit, type InvitedVisit } from './visit-invitation.queries.ts'

/** Creates the function that mails a visitor when and where they are expected. Cancelled visits are not mailed. */
export function createVisitMailWork({ db, mailer }: Pick<Platform, 'db' | 'mailer'>): MailWork {
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
