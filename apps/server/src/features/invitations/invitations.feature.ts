import { msg } from '@lingui/core/runtime-macro'
import type { MailWork } from '../../jobs/mail-queue.ts'
import type { WriteContext } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { invitationsEvents } from './invitations.events.ts'
import { invitationsProcedures } from './invitations.procedures.ts'
import { deleteEndedInvitations, deleteInvitationsFor } from './invitations.queries.ts'
import { createInvitationMailWork } from './send-invitation-mail.ts'

const invitationsPersonalData: readonly PersonalList[] = [
  {
    name: 'zone-invitations-made',
    says: msg`Invitations to a zone by link or email that you made.`,
    table: 'zone_invitations',
    of: 'invited_by',
    order: 'created_at, id',
    leftOut: { 'about somebody else': ['email'] },
  },
  {
    name: 'zone-invitations-used',
    says: msg`Zones you joined by an invitation link.`,
    table: 'zone_invitation_uses',
    kind: 'memberships',
    of: 'user_id',
    order: 'used_at, invitation_id',
  },
]

type Parts = { readonly sendInvitation: MailWork }

export const invitationsFeature = {
  procedures: (platform: Platform) => ({ invitations: invitationsProcedures(platform) }),
  events: invitationsEvents,
  parts(platform: Platform): Parts {
    const sendInvitation = createInvitationMailWork(platform)
    platform.mailQueue.onOrder(sendInvitation, 'zone-invitation')
    return { sendInvitation }
  },
  expired: { invitations: deleteEndedInvitations },
  personalData: invitationsPersonalData,
  // Invitations to the person's address say that they had an account.
  beforeAccountDeletion: async ({ tx }: WriteContext, userId: string) => {
    await deleteInvitationsFor(tx, userId)
  },
} satisfies Feature
