import { msg, plural } from '@lingui/core/runtime-macro'
import { type Role, roleLabel } from '@muster/domain/role.ts'
import { toDisplayName } from '../../db/person-names.ts'
import type { MailWork } from '../../jobs/mail-queue.ts'
import type { Mail } from '../../lib/mail.ts'
import { createToken, hashToken } from '../../lib/secrets.ts'
import { mailText } from '../../lib/texts/mail-text.ts'
import { render } from '../../lib/texts/render.ts'
import { write } from '../../live/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { toInvitationLink } from './create-invitation.ts'
import { invitationsEvents } from './invitations.events.ts'
import { type MailedInvitation, storeMailed, storeMailedLink } from './invitations.queries.ts'

/** Makes the link only now, so no queued job contains a secret; a retry makes a new one. Mailed once the server has the email. */
export function createInvitationMailWork({
  db,
  mailer,
  env,
}: Pick<Platform, 'db' | 'mailer' | 'env'>): MailWork {
  return async ({ invitationId, invitedAt }) => {
    if (invitationId === undefined) return
    const secret = createToken()
    const tokenHash = hashToken(secret)
    const invitation = await db.asOwner('the job knows whom an invitation goes to', tx =>
      storeMailedLink(tx, { id: invitationId, tokenHash, invitedAt }),
    )
    if (!invitation) return
    await mailer.send(invitationMail(invitation, toInvitationLink(env.PUBLIC_URL, secret)))
    await db.asOwner('the job knows that the invitation was mailed', tx =>
      write(tx, async ({ publish }) => {
        if (await storeMailed(tx, invitationId, tokenHash))
          publish(invitationsEvents, { kind: 'invitation.changed', zoneId: invitation.zone_id, invitationId })
      }),
    )
  }
}

const invitationMail = (
  { email, language, zone, inviter, role, days }: MailedInvitation,
  link: string,
): Mail => ({
  to: email,
  ...mailText(language, msg`Invitation to ${{ zone }}`, [
    msg`Hello,`,
    msg`${{ name: toDisplayName(inviter) }} invites you to join ${{ zone }} in Muster as ${{ role: render(roleLabel(role as Role), language) }}. Open this link within ${plural({ days }, { one: '# day', other: '# days' })}:`,
    link,
    msg`The link works once, with an account for this email address. If you have none yet, you can create one there.`,
    msg`If you didn’t expect this email, you can ignore it.`,
  ]),
})
