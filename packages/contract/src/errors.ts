import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { invitationStates } from '@muster/domain/zone-invitation.ts'
import { z } from 'zod'
import { shapeProblem } from './zone-shape.ts'

const catalogue = {
  UNAUTHORIZED: { status: 401, text: msg`User not authenticated` },
  FORBIDDEN: { status: 403, text: msg`You don’t have permission to do this.` },
  TWO_STEP_REQUIRED: {
    status: 403,
    text: msg`Set up two-step sign-in first. Your organisation requires it for everyone who manages other people.`,
  },
  NOT_FOUND: { status: 404, text: msg`Not found` },
  ZONE_NOT_FOUND: { status: 404, text: msg`Zone not found` },
  ZONE_ENTRY_REQUIRED: { status: 403, text: msg`Enter the zone with your PIN first.` },
  ZONE_NOT_ACTIVE: { status: 409, text: msg`This zone isn’t active.` },
  TOO_MANY_REQUESTS: {
    status: 429,
    text: msg`Too many attempts. Wait a moment, then try again.`,
    data: z.object({ retryAt: z.iso.datetime({ offset: true }) }),
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    text: msg`The service isn’t available right now. Try again.`,
    data: z
      .object({
        /** Present if the wait is known. */
        retryAt: z.iso.datetime({ offset: true }).optional(),
        /** Present if the server logged the reason under this id. */
        requestId: z.string().optional(),
      })
      .optional(),
  },

  CURSOR_INVALID: {
    status: 400,
    text: msg`This list has changed. Reload it.`,
  },

  REPORTS_WAITING: {
    status: 409,
    text: msg`Your other reports are still being prepared. Wait for one to finish, or cancel one.`,
  },
  RECIPIENTS_FULL: { status: 409, text: msg`A zone can have up to 50 recipients. Remove one first.` },
  SCHEDULES_FULL: { status: 409, text: msg`A zone can have up to 20 scheduled reports. Remove one first.` },

  EMAIL_TAKEN: {
    status: 409,
    text: msg`This email is already registered. Please try signing in instead.`,
  },
  SIGN_UP_INVALID: {
    status: 422,
    text: msg`Failed to create account. Please try again.`,
    data: z.object({ field: z.string() }),
  },
  SIGN_UP_CLOSED: {
    status: 403,
    text: msg`Sign-up is turned off. Ask your administrator for an account.`,
  },
  INVITATION_NEEDED: {
    status: 403,
    text: msg`You need an invitation to create an account here. Ask your administrator for a link.`,
  },
  PASSWORD_COMMON: {
    status: 422,
    text: msg`This password is too common. Choose a different one.`,
  },
  INVALID_CREDENTIALS: { status: 401, text: msg`Invalid email or password` },
  EMAIL_NOT_CONFIRMED: { status: 403, text: msg`Please check your email to confirm your account.` },
  ACCOUNT_NOT_ACTIVE: {
    status: 403,
    text: msg`This account isn’t active. Contact your administrator.`,
  },

  /** The password was correct, but no session exists yet. `pending` together with a code completes the sign-in. */
  SECOND_STEP_NEEDED: {
    status: 403,
    text: msg`Enter the code from your authenticator app to finish signing in.`,
    data: z.object({ pending: z.string(), expiresAt: z.iso.datetime({ offset: true }) }),
  },
  SECOND_STEP_WRONG: { status: 422, text: msg`This code is incorrect or has already been used.` },
  SIGN_IN_EXPIRED: { status: 410, text: msg`This sign-in took too long. Sign in again.` },
  SSO_OFF: { status: 409, text: msg`Single sign-on isn’t set up here.` },
  SSO_UNAVAILABLE: {
    status: 503,
    text: msg`Your organisation’s sign-in can’t be reached right now. Try again in a moment, or use your password.`,
  },
  SSO_REFUSED: {
    status: 422,
    text: msg`Your organisation’s sign-in didn’t accept this. Start again.`,
  },
  SSO_EMAIL_UNVERIFIED: {
    status: 403,
    text: msg`Your organisation’s sign-in hasn’t confirmed your email address. Ask whoever runs it.`,
  },
  SSO_UNKNOWN_PERSON: {
    status: 403,
    text: msg`There’s no account for your email address here. Contact your administrator.`,
  },
  PASSKEY_REFUSED: {
    status: 422,
    text: msg`This passkey wasn’t accepted. Try again, or sign in with your password.`,
  },
  PASSKEYS_FULL: { status: 409, text: msg`You’ve reached the limit for passkeys. Remove one first.` },
  PASSKEYS_OFF: { status: 409, text: msg`Passkeys don’t work at this server’s address.` },
  TWO_STEP_ON: { status: 409, text: msg`Two-step sign-in is already on.` },
  TWO_STEP_OFF: { status: 409, text: msg`Two-step sign-in is off.` },

  INVALID_LINK: { status: 410, text: msg`This link is no longer valid. Ask for a new one.` },
  PASSWORD_TOO_SHORT: { status: 422, text: msg`Password must be at least 6 characters long.` },
  WRONG_PASSWORD: { status: 422, text: msg`The current password is incorrect.` },
  ACCOUNT_ASSIGNED: {
    status: 409,
    text: msg`You’re still assigned to a zone. Ask a zone manager to remove you, then delete your account.`,
  },
  LAST_SUPER_ADMIN: {
    status: 409,
    text: msg`You’re the only super admin. Make someone else a super admin first, then delete your account.`,
  },
  USER_NOT_FOUND: { status: 404, text: msg`User not found` },
  USER_EXISTS: { status: 409, text: msg`User with this email already exists` },
  ROLE_FORBIDDEN: { status: 403, text: msg`Only super admins can do this to an administrator’s account.` },
  OWN_EMAIL: { status: 409, text: msg`Change your own email in Settings, with your password.` },
  SELF_DELETE: { status: 409, text: msg`You cannot delete your own account` },
  SELF_CHANGE: { status: 409, text: msg`You can’t change your own role.` },
  ALREADY_JOINED: { status: 409, text: msg`This person has already set up their account.` },
  SKILL_INVALID: { status: 422, text: msg`Enter a skill that isn’t in the list yet.` },
  PIN_INVALID: { status: 422, text: msg`PIN must be exactly 4 digits` },
  IMAGE_TOO_LARGE: { status: 413, text: msg`File size must be less than 5MB` },
  IMAGE_INVALID: { status: 422, text: msg`Please select a valid image file` },

  INVALID_PIN: {
    status: 422,
    text: msg`Invalid PIN. Please try again.`,
    data: z.object({ triesLeft: z.int() }),
  },
  PIN_LOCKED: {
    status: 429,
    text: msg`Too many wrong PINs.`,
    data: z.object({ until: z.iso.datetime({ offset: true }).nullable() }),
  },
  PIN_NOT_LOCKED: { status: 409, text: msg`Your PIN isn’t locked. You can enter it.` },
  PIN_NOT_SET: { status: 409, text: msg`You don’t have a PIN yet. Set one in Settings.` },
  EMAIL_MISMATCH: { status: 403, text: msg`User email not found` },

  INVALID_CODE: { status: 404, text: msg`Invalid user code. Please check the code and try again.` },
  ADD_USER_FORBIDDEN: { status: 403, text: msg`You do not have permission to add users to this zone.` },
  ALREADY_ASSIGNED: { status: 409, text: msg`User is already assigned to this zone.` },
  INVITATION_DECLINED: {
    status: 409,
    text: msg`This person declined to join this zone. You can invite them again after a day.`,
  },
  /** `state` says what became of the invitation, as in `invitations.preview`. */
  INVITATION_ENDED: {
    status: 410,
    text: msg`This invitation no longer works. Ask for a new one.`,
    data: z.object({ state: z.enum(invitationStates) }),
  },
  INVITATIONS_FULL: {
    status: 409,
    text: msg`A zone can have up to 500 open invitations. Revoke some first.`,
  },
  VIEW_USERS_FORBIDDEN: { status: 403, text: msg`You do not have permission to view users in this zone` },
  SELF_UNLINK: {
    status: 409,
    text: msg`Zone managers cannot unlink themselves. Another zone manager or admin must remove you.`,
  },
  LAST_MANAGER: {
    status: 409,
    text: msg`The last zone manager of a zone can’t be removed. Add another one first.`,
  },
  NOT_ZONE_MANAGER: { status: 409, text: msg`You can only change permissions for zone managers.` },
  ZONE_ROLE_FORBIDDEN: { status: 403, text: msg`You can’t give or remove a role above your own.` },
  NOT_INVITED: {
    status: 409,
    text: msg`You’re already a member of this zone. To leave it, ask a zone manager to remove you.`,
  },
  NOT_ASSIGNED: { status: 404, text: msg`User is not assigned to this zone.` },

  ORGANISATION_NOT_FOUND: { status: 404, text: msg`Organisation not found` },
  ORGANISATION_REQUIRED: { status: 422, text: msg`Choose the organisation it belongs to.` },
  ORGANISATION_SUSPENDED: {
    status: 409,
    text: msg`This organisation is suspended. Reactivate it first.`,
  },
  ORGANISATION_ZONES_FULL: {
    status: 409,
    text: msg`This organisation has reached its limit for zones.`,
  },
  ORGANISATION_PEOPLE_FULL: {
    status: 409,
    text: msg`This organisation has reached its limit for people.`,
  },
  PERSON_HAS_ZONES: {
    status: 409,
    text: msg`This person is assigned to zones in this organisation. Remove them from those zones first.`,
  },
  ZONE_REQUEST_NOT_FOUND: { status: 404, text: msg`This zone request doesn’t exist.` },
  ZONE_REQUEST_DECIDED: {
    status: 409,
    text: msg`Someone else has decided or changed this request. Reload to see the changes.`,
  },
  ZONE_REQUEST_OPEN: {
    status: 409,
    text: msg`This zone is waiting for approval. Decide on its request first.`,
  },
  TRACKERS_FULL: {
    status: 409,
    text: msg`You’ve reached the limit for location apps. Remove one you no longer use.`,
  },
  BADGE_KEYS_FULL: {
    status: 409,
    text: msg`A zone can have up to 20 keys for badge readers. Remove one first.`,
  },
  BADGES_FULL: { status: 409, text: msg`This zone has reached the limit for badges.` },
  TRACKER_MESSAGE_INVALID: {
    status: 400,
    text: msg`This isn’t a valid position.`,
    data: z.object({ wrong: z.array(z.object({ at: z.int(), reason: z.string() })) }),
  },

  HAZARD_NOT_FOUND: { status: 404, text: msg`This hazard no longer exists.` },
  DUE_TIME_PAST: { status: 422, text: msg`This due time has passed. Choose a later one.` },
  HAZARD_STEP_ILLEGAL: {
    status: 409,
    text: msg`The hazard’s status can’t be changed this way. Reload to see its current status.`,
  },
  HAZARD_CHANGED: {
    status: 409,
    text: msg`Someone else has changed the status. Check the new status, then decide again.`,
  },
  FILE_NOT_FOUND: { status: 404, text: msg`This file no longer exists.` },
  FILE_TOO_LARGE: { status: 413, text: msg`File size must be less than 10MB` },
  FILE_EMPTY: { status: 422, text: msg`This file is empty.` },
  FILE_KIND_REFUSED: {
    status: 422,
    text: msg`Only images, videos, PDF, Word and Excel files can be attached, and the file extension must match the content.`,
  },
  FILE_UNREADABLE: { status: 422, text: msg`This file can’t be read. It may be damaged.` },
  PICTURE_TOO_LARGE: { status: 422, text: msg`This picture’s resolution is too high. Choose a smaller one.` },
  FILES_FULL: { status: 409, text: msg`This hazard has reached its file limit.` },

  BROADCAST_NOT_FOUND: { status: 404, text: msg`This broadcast no longer exists.` },
  BROADCAST_SENT: {
    status: 409,
    text: msg`This broadcast has already been sent. It can no longer be changed or recalled.`,
  },
  BROADCAST_RECALLED: { status: 409, text: msg`This broadcast was recalled and can no longer be changed.` },
  BROADCAST_NOT_SENT: { status: 409, text: msg`This broadcast hasn’t been sent.` },
  QUESTION_ENDED: { status: 409, text: msg`This question has ended.` },
  REMINDED_ALREADY: { status: 409, text: msg`They were reminded less than a minute ago.` },
  ANSWER_UNKNOWN: { status: 422, text: msg`Choose one of the available answers.` },
  SEND_TIME_INVALID: { status: 422, text: msg`Choose a time within the next year.` },
  HELP_NOT_UNDOABLE: {
    status: 409,
    text: msg`It’s too late to undo this call for help. Once it’s no longer needed, say that the person is safe.`,
  },
  EMERGENCY_NOT_FOUND: { status: 404, text: msg`This emergency no longer exists.` },
  EMERGENCY_ENDED: { status: 409, text: msg`The all clear has been given. This emergency has ended.` },
  EMERGENCY_OPEN: { status: 409, text: msg`An emergency is open here. Its board is under Emergencies.` },
  EMERGENCY_PERSON_NOT_FOUND: { status: 404, text: msg`Somebody in this selection is not on the list.` },
  LIST_CHANGED: { status: 409, text: msg`Someone else changed this list. Reload to see the changes.` },
  EMERGENCY_PLANS_FULL: { status: 409, text: msg`A zone can have up to 20 plans. Delete one first.` },
  EMERGENCY_PLAN_NAME_TAKEN: { status: 409, text: msg`There is already a plan with this name.` },
  EMERGENCY_PLAN_NOT_FOUND: { status: 404, text: msg`This plan no longer exists.` },
  EMERGENCY_CONTACT_NOT_FOUND: {
    status: 404,
    text: msg`Somebody you chose is no longer a member of this zone.`,
  },
  ASSEMBLY_POINT_NOT_FOUND: {
    status: 404,
    text: msg`An assembly point that this plan names no longer exists.`,
  },
  EMERGENCY_ROLL_FULL: { status: 409, text: msg`No more people can be added by hand.` },
  EMERGENCY_FINDINGS_FULL: { status: 409, text: msg`No more findings can be added to this report.` },
  RESPONDER_LINKS_FULL: {
    status: 409,
    text: msg`Five links work at the same time at most. Revoke one first.`,
  },
  RESPONDER_LINK_ENDED: { status: 410, text: msg`This link no longer works. Ask for a new one.` },
  RESPONDER_CODE_WRONG: { status: 403, text: msg`This code is wrong. Ask the person who gave you the link.` },
  SWEEP_AREA_NOT_FOUND: { status: 404, text: msg`This area isn’t part of this emergency.` },
  TEAM_NOT_FOUND: { status: 404, text: msg`This team no longer exists.` },
  TEAMS_FULL: { status: 409, text: msg`No more teams can be started. End one first.` },
  VISIT_NOT_FOUND: { status: 404, text: msg`This visit no longer exists.` },
  VISIT_BADGE_TAKEN: { status: 409, text: msg`Somebody else has this badge.` },
  VISIT_LINK_INVALID: { status: 410, text: msg`This link is no longer valid. Ask at the reception.` },
  VISIT_NOTICE_CHANGED: { status: 409, text: msg`The notice has changed. Read it again.` },
  VISIT_DAY_INVALID: { status: 422, text: msg`Choose another day.` },
  VISITOR_NOT_SEEN: {
    status: 409,
    text: msg`An emergency is open, and nobody has said yet where this visitor is. Say who saw them leave.`,
  },
  SIGN_OUT_NOT_UNDOABLE: {
    status: 409,
    text: msg`This sign-out can no longer be undone. A visitor who is still here must sign in again.`,
  },
  SIGN_OUT_IN_EMERGENCY: {
    status: 409,
    text: msg`You can’t sign out here during an emergency or drill. Follow the instructions, and tell a captain that you’re safe.`,
  },
  VISITORS_FULL: { status: 409, text: msg`No more visitors can be signed in here. Ask at the reception.` },
  KIOSK_CODE_INVALID: { status: 404, text: msg`This code isn’t valid. Ask for a new one.` },
  KIOSKS_FULL: { status: 409, text: msg`A zone can have up to 20 kiosks. Close one first.` },
  GROUP_NOT_FOUND: { status: 404, text: msg`This group no longer exists.` },
  BROADCAST_CHANGED: {
    status: 409,
    text: msg`Someone else changed this broadcast. Reload to see the changes.`,
  },
  FOLDER_NOT_FOUND: { status: 404, text: msg`This folder no longer exists.` },
  FOLDER_NAME_TAKEN: { status: 409, text: msg`A folder with this name already exists in this location` },
  FOLDER_MOVE_INVALID: {
    status: 409,
    text: msg`You can’t move a folder into itself or nest folders that deeply.`,
  },
  FOLDERS_FULL: { status: 409, text: msg`You’ve reached the limit for folders here.` },
  DOCUMENT_NOT_FOUND: { status: 404, text: msg`This file no longer exists.` },
  READING_NOT_ASKED: { status: 409, text: msg`Nobody has been asked to read this file.` },
  REVIEW_NOT_PLANNED: { status: 409, text: msg`No review of this file is planned.` },
  DOCUMENT_VERSION_UNKNOWN: {
    status: 422,
    text: msg`This version of the file doesn’t exist. Open the file again.`,
  },
  NOT_A_READER: { status: 409, text: msg`You haven’t been asked to read this file.` },
  DOCUMENT_NAME_TAKEN: { status: 409, text: msg`A file with this name already exists in this location` },
  GROUP_LINKED: { status: 409, text: msg`This group is already linked to the folder` },
  DOCUMENT_KIND_REFUSED: {
    status: 422,
    text: msg`Only PDF, Word, Excel, PowerPoint, text and picture files can be uploaded, and the file extension must match the content.`,
  },
  QUOTA_FULL: {
    status: 409,
    text: msg`This zone has reached its storage limit. Delete some files first.`,
  },
  FILE_INFECTED: {
    status: 422,
    text: msg`The virus scanner found a threat in this file, so it wasn’t saved.`,
  },
  GROUP_FULL: { status: 409, text: msg`This group is full. Remove someone before you add more people.` },
  MESSAGE_NOT_FOUND: { status: 404, text: msg`This message no longer exists.` },
  MESSAGE_TOO_OLD: { status: 409, text: msg`Messages can be edited or deleted for 15 minutes only.` },
  TEMPLATES_FULL: {
    status: 409,
    text: msg`This zone has reached its template limit. Remove one you no longer use.`,
  },
  RECIPIENT_OFF: {
    status: 409,
    text: msg`This address has unsubscribed from these reports. The recipient can subscribe again using the link in an earlier email.`,
  },
  TIME_ZONE_UNKNOWN: { status: 422, text: msg`This time zone is unknown. Choose another one.` },
  PUSH_DEVICES_FULL: {
    status: 409,
    text: msg`You’ve reached the limit for devices with notifications. Remove one you no longer use.`,
  },
  PUSH_SUBSCRIPTION_INVALID: { status: 422, text: msg`This browser can’t receive notifications.` },

  WEBHOOKS_FULL: {
    status: 409,
    text: msg`You’ve reached the limit for webhooks. Remove one you no longer use.`,
  },
  WEBHOOK_ADDRESS_INVALID: { status: 422, text: msg`Events can’t be delivered to this address.` },

  IMPORT_NOT_FOUND: { status: 404, text: msg`Import not found` },
  IMPORT_TOO_OLD: { status: 409, text: msg`An import can be undone for 31 days.` },
  IMPORT_RUNNING: {
    status: 409,
    text: msg`This import is still running. Wait until it has finished, then undo it.`,
  },
  IMPORT_UNDONE: { status: 409, text: msg`This import was undone.` },
  REQUEST_ID_TAKEN: { status: 409, text: msg`This request was already sent with different content.` },
  ZONES_FULL: {
    status: 409,
    text: msg`The zone limit has been reached. Delete zones you no longer need, or ask your administrator.`,
  },
  ZONE_REDRAWN: {
    status: 409,
    text: msg`Someone else has redrawn this zone. Check their shape, then draw yours again.`,
  },
  SHAPE_NOT_FOUND: { status: 404, text: msg`This zone shape is no longer available.` },
  ZONE_INVALID: {
    status: 422,
    text: msg`Failed to create zone. Please try again.`,
    data: z.object({ problems: z.array(shapeProblem) }),
  },

  MAIL_NOT_SET_UP: { status: 409, text: msg`Emails are written to files because SMTP_URL isn’t set.` },
  MAPS_KEY_MISSING: { status: 404, text: msg`The maps key is not configured on the server.` },
  MAP_FROM_ENVIRONMENT: {
    status: 409,
    text: msg`The operator set the map with environment variables. It can’t be changed here.`,
  },
  MAP_UNREADABLE: {
    status: 422,
    text: msg`The server couldn’t load a map style from this address.`,
  },

  REPORT_TOO_LARGE: {
    status: 422,
    text: msg`This report is too long. Choose fewer days, one zone, a group or a person.`,
  },
  PDF_TOO_LARGE: {
    status: 422,
    text: msg`This list is too long for a direct download. Request it as a file.`,
  },
  ROLL_CHANGED: { status: 403, text: msg`What you may see has changed. Make the file again.` },
  REPORT_BAR_UNKNOWN: { status: 400, text: msg`This report has no chart for this column.` },
  REPORT_MONTH_ONLY: { status: 403, text: msg`Choose dates within one month. Your reports are monthly.` },
  REPORT_FORTNIGHT_ONLY: { status: 403, text: msg`Choose dates within the last 14 days.` },

  SHIFT_PLAN_NOT_FOUND: { status: 404, text: msg`These planned hours no longer exist.` },
  SHIFT_PLANS_FULL: {
    status: 409,
    text: msg`This zone has reached its plan limit. Remove one you no longer use.`,
  },
  NOTICES_FULL: {
    status: 409,
    text: msg`You’ve reached the limit of 50 notices. Remove one you no longer need.`,
  },
  NOTICE_PEOPLE_FULL: {
    status: 409,
    text: msg`You already follow as many people of this zone as possible. Remove one first.`,
  },
  HOLIDAYS_FULL: { status: 409, text: msg`This zone has reached its holiday limit.` },
  OWN_ATTENDANCE: {
    status: 409,
    text: msg`You can’t correct your own attendance or answer your own objection. Ask someone else to do it.`,
  },
  CORRECTION_TIME_INVALID: {
    status: 422,
    text: msg`These times don’t fit this day. If nothing was measured, enter both. They can’t be in the future, and the time inside can’t be longer than the time between them.`,
  },
  NOT_CORRECTED: { status: 409, text: msg`This day has no corrections.` },
  OBJECTION_OPEN: { status: 409, text: msg`You’ve already objected to this day. Wait for the answer.` },
  OBJECTION_NOT_FOUND: { status: 404, text: msg`This objection no longer exists.` },
  OBJECTION_SETTLED: { status: 409, text: msg`This objection has already been answered.` },
  DAY_IN_FUTURE: { status: 422, text: msg`This day hasn’t started yet.` },

  SHARING_TIME_INVALID: { status: 422, text: msg`Choose a time within the next 24 hours.` },
  NOT_SHARING: { status: 409, text: msg`You’re no longer sharing your position.` },
  REQUEST_ANSWERED: { status: 409, text: msg`This request has already been answered.` },

  CONSENT_WITHDRAWN: {
    status: 403,
    text: msg`You withdrew your consent to location tracking. Give it again in Settings, then try again.`,
  },
  CONSENT_NEEDED: {
    status: 403,
    text: msg`You haven’t agreed to location tracking yet. Agree in Settings, then try again.`,
  },
  CHECK_ID_TAKEN: { status: 409, text: msg`This check ID already belongs to another reading.` },
  BATCH_TOO_LARGE: {
    status: 413,
    text: msg`There are too many readings for the number of zones you have. Send fewer at once, or specify a zone for each.`,
    data: z.object({ mostReadings: z.int() }),
  },
  READING_IN_FUTURE: {
    status: 422,
    text: msg`This device’s clock is more than a day ahead. Correct it and try again.`,
  },
  READING_TOO_OLD: { status: 422, text: msg`This reading is too old to be recorded.` },
} as const

type Catalogue = typeof catalogue
export type ErrorCode = keyof Catalogue

/**
 * The expected failures of the API, each with its code, HTTP status and the specification's wording; `message` is in English.
 * Screens tell failures apart by code, never by text.
 */
export const errors = Object.fromEntries(
  Object.entries(catalogue).map(([code, { text, ...rest }]) => [
    code,
    { ...rest, text, message: toEnglish(text) },
  ]),
) as { readonly [C in ErrorCode]: Catalogue[C] & { readonly message: string } }

/** Returns the English text. The web build parses messages into arrays; messages without placeholders become a single element. */
function toEnglish({ message }: MessageDescriptor): string {
  return String(message)
}

/** Returns the catalogue entries of the errors that a procedure may return. */
export function pick<const C extends ErrorCode>(...codes: C[]): Pick<typeof errors, C> {
  const pickedErrors: Partial<typeof errors> = {}
  for (const code of codes) Object.assign(pickedErrors, { [code]: errors[code] })
  return pickedErrors as Pick<typeof errors, C>
}
