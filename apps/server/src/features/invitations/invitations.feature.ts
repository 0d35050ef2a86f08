import type { MailWork } from '../../jobs/mail-queue.ts'
import type { WriteContext } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { invitationsEvents } from './invitations.events.ts'
import { invitationsPersonalData } from './invitations.personal-data.ts'
import { invitationsProcedures } from './invitations.procedures.ts'
import { deleteEndedInvitations, deleteInvitationsFor } from './invitations.queries.ts'
import { createInvitationMailWork } from './send-invitation-mail.ts'

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
