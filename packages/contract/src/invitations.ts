import { codeAssignableRoles, zoneRoles } from '@muster/domain/role.ts'
import { signUpModes } from '@muster/domain/sign-up.ts'
import {
  defaultZoneInvitationDays,
  invitationStates,
  maxInvitationUses,
  maxInvitedEmails,
  maxUsesAs,
  zoneInvitationDays,
} from '@muster/domain/zone-invitation.ts'
import { z } from 'zod'
import { email } from './auth.ts'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { page, paging, trueOrText } from './paging.ts'
import { exactText } from './texts.ts'

const { anyone, signedIn, inZone } = callsTagged('invitations')

const role = z.enum(codeAssignableRoles)

/** An invitation by link as its zone lists it. The link itself is not stored. */
export const zoneInvitation = z.object({
  id,
  role,
  /** The only address it works for, to which it was mailed; null for a link that was shared by hand. */
  email: z.string().nullable(),
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** Null for an email that still waits to be sent, and for links shared by hand. */
  mailedAt: instant.nullable(),
  state: z.enum(['open', 'expired', 'revoked', 'used_up']),
  uses: z.int(),
  maxUses: z.int(),
  /** The names of the first people who used it; `uses` is their number. */
  usedBy: z.array(z.string()).max(20),
})
export type ZoneInvitation = z.infer<typeof zoneInvitation>

const terms = {
  role,
  days: z.literal([...zoneInvitationDays], 'Choose 1, 7 or 30 days').default(defaultZoneInvitationDays),
}
const token = z.strictObject({ token: exactText(100) })
const namedInvitation = z.strictObject({ zoneId: id, invitationId: id })
const refusals = pick('ADD_USER_FORBIDDEN', 'INVITATIONS_FULL', 'ZONE_NOT_ACTIVE')

/** What the holder of a link sees of its invitation. Names are null unless it works or its user is a member. */
export const shownInvitation = z.object({
  state: z.enum(invitationStates),
  zoneName: z.string().nullable(),
  invitedBy: z.string().nullable(),
  role: role.nullable(),
  expiresAt: instant.nullable(),
  /** The masked address that it is for; null if it works for any. */
  address: z.string().nullable(),
  /** How somebody without an account gets one with this link: `invited` needs a further invitation by an administrator. */
  signUp: z.enum(signUpModes),
})
export type ShownInvitation = z.infer<typeof shownInvitation>

/** Invitations to a zone by link: shared by hand, or mailed to one address. Accepting one makes the person a member. */
export const invitations = {
  list: inZone(
    'GET /zones/{zoneId}/invitations',
    'list_zone_invitations',
    'List the invitation links of a zone, newest first',
  )
    .input(
      paging.extend({
        zoneId: id,
        /** Only those that still work. */
        open: trueOrText.optional(),
      }),
    )
    .output(
      page(zoneInvitation).extend({
        /** False if the installation has no mail server and only writes emails to files. */
        mailWorks: z.boolean(),
      }),
    )
    .errors(pick('ADD_USER_FORBIDDEN', 'CURSOR_INVALID')),
  /** Makes a link. It is in no other response, because only a hash of it is stored. */
  create: inZone(
    'POST /zones/{zoneId}/invitations',
    'create_zone_invitation',
    'Make a link by which people join a zone',
  )
    .input(
      z
        .strictObject({
          zoneId: id,
          ...terms,
          maxUses: fitting(z.int().min(1).max(maxInvitationUses), 'integer').default(1),
        })
        .refine(it => it.maxUses <= maxUsesAs(it.role), {
          path: ['maxUses'],
          message: 'A link that adds managers works for one person',
        }),
    )
    .output(z.object({ invitation: zoneInvitation, link: z.string() }))
    .errors(refusals),
  /** Mails each address a link that only works for it, and once. */
  invite: inZone(
    'POST /zones/{zoneId}/invitations/emails',
    'invite_to_zone_by_email',
    'Invite people to a zone by email',
  )
    .input(z.strictObject({ zoneId: id, ...terms, emails: z.array(email).min(1).max(maxInvitedEmails) }))
    .output(
      z.object({
        outcomes: z
          .array(
            z.object({
              email: z.string(),
              /**
               * `open`: has an invitation, which can be sent again. `limited`, `declined`: mailed too often, or declined, in the
               * last 24 hours.
               */
              outcome: z.enum(['invited', 'open', 'member', 'limited', 'declined']),
            }),
          )
          .max(maxInvitedEmails),
      }),
    )
    .errors(refusals),
  /** Ends the links mailed so far, mails a new one, and lets it be valid for as long as at first. */
  resend: inZone(
    'POST /zones/{zoneId}/invitations/{invitationId}/resend',
    'resend_zone_invitation',
    'Mail an invitation to a zone again',
  )
    .input(namedInvitation)
    .output(zoneInvitation)
    .errors({ ...refusals, ...pick('NOT_FOUND', 'INVITATION_ENDED') }),
  revoke: inZone(
    'DELETE /zones/{zoneId}/invitations/{invitationId}',
    'revoke_zone_invitation',
    'Revoke an invitation to a zone',
  )
    .input(namedInvitation)
    .output(z.object({ invitationId: id }))
    .errors(pick('ADD_USER_FORBIDDEN', 'NOT_FOUND')),
  /** Never fails for a wrong link: it answers as for an expired one. With a session, it tells what the link is to that person. */
  preview: anyone(
    'POST /invitations/preview',
    'preview_zone_invitation',
    'Read what an invitation link leads to',
  )
    .input(token)
    .output(shownInvitation),
  accept: signedIn('POST /invitations/accept', 'accept_zone_invitation', 'Join a zone by an invitation link')
    .input(token)
    .output(
      z.object({
        zoneId: id,
        zoneName: z.string(),
        /** The person's role in the zone: a member keeps theirs, whatever the link's. */
        role: z.enum(zoneRoles),
      }),
    )
    .errors(pick('INVITATION_ENDED', 'ORGANISATION_PEOPLE_FULL')),
}
