import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { shapeProblem } from './zone-shape.ts'

const catalogue = {
  UNAUTHORIZED: { status: 401, text: msg`User not authenticated` },
  FORBIDDEN: { status: 403, text: msg`You do not have permission to do this.` },
  TWO_STEP_REQUIRED: {
    status: 403,
    text: msg`Set up two-step sign-in first. Your organisation asks it of everybody who looks after others.`,
  },
  NOT_FOUND: { status: 404, text: msg`Not found` },
  ZONE_NOT_FOUND: { status: 404, text: msg`Zone not found` },
  ZONE_ENTRY_REQUIRED: { status: 403, text: msg`Enter the zone with your PIN first.` },
  ZONE_NOT_ACTIVE: { status: 409, text: msg`This zone is not active.` },
  TOO_MANY_REQUESTS: {
    status: 429,
    text: msg`Too many attempts. Please wait and try again.`,
    data: z.object({ retryAt: z.iso.datetime({ offset: true }) }),
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    text: msg`The service is not available right now. Please try again.`,
    /** Present if the wait is known. */
    data: z.object({ retryAt: z.iso.datetime({ offset: true }) }).optional(),
  },

  CURSOR_INVALID: {
    status: 400,
    text: msg`This place in the list is not known. Please load the list again.`,
  },

  REPORTS_WAITING: {
    status: 409,
    text: msg`Other report files are being made for you. Wait until one is done, or cancel it.`,
  },
  RECIPIENTS_FULL: { status: 409, text: msg`A zone can have 50 recipients. Remove one first.` },
  SCHEDULES_FULL: { status: 409, text: msg`A zone can have 20 scheduled reports. Remove one first.` },

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
    text: msg`This password is too common. Please choose another one.`,
  },
  INVALID_CREDENTIALS: { status: 401, text: msg`Invalid email or password` },
  EMAIL_NOT_CONFIRMED: { status: 403, text: msg`Please check your email to confirm your account.` },
  ACCOUNT_NOT_ACTIVE: {
    status: 403,
    text: msg`This account is not active. Please contact your administrator.`,
  },

  /** The password was correct, but no session exists yet. `pending` together with a code completes the sign-in. */
  SECOND_STEP_NEEDED: {
    status: 403,
    text: msg`Enter the code of your authenticator app to finish signing in.`,
    data: z.object({ pending: z.string(), expiresAt: z.iso.datetime({ offset: true }) }),
  },
  SECOND_STEP_WRONG: { status: 422, text: msg`This code is not right, or it was used already.` },
  SIGN_IN_EXPIRED: { status: 410, text: msg`This sign-in took too long. Please sign in again.` },
  SSO_OFF: { status: 409, text: msg`Single sign-on is not set up here.` },
  SSO_UNAVAILABLE: {
    status: 503,
    text: msg`Your organisation’s sign-in cannot be reached right now. Try again in a moment, or use your password.`,
  },
  SSO_REFUSED: {
    status: 422,
    text: msg`Your organisation’s sign-in did not accept this. Please start again.`,
  },
  SSO_EMAIL_UNVERIFIED: {
    status: 403,
    text: msg`Your organisation’s sign-in has not confirmed your email address. Ask those who run it.`,
  },
  SSO_UNKNOWN_PERSON: {
    status: 403,
    text: msg`There is no account here for your email address. Please contact your administrator.`,
  },
  PASSKEY_REFUSED: {
    status: 422,
    text: msg`This passkey was not accepted. Try again, or sign in with your password.`,
  },
  PASSKEYS_FULL: { status: 409, text: msg`You have as many passkeys as there may be. Remove one first.` },
  PASSKEYS_OFF: { status: 409, text: msg`Passkeys do not work at the address of this installation.` },
  TWO_STEP_ON: { status: 409, text: msg`Two-step sign-in is on already.` },
  TWO_STEP_OFF: { status: 409, text: msg`Two-step sign-in is off.` },

  INVALID_LINK: { status: 410, text: msg`This link is not valid any more. Please ask for a new one.` },
  PASSWORD_TOO_SHORT: { status: 422, text: msg`Password must be at least 6 characters long.` },
  WRONG_PASSWORD: { status: 422, text: msg`The current password is not right.` },
  ACCOUNT_ASSIGNED: {
    status: 409,
    text: msg`You are still assigned to a zone. Ask a zone manager to remove you, then delete your account.`,
  },
  LAST_SUPER_ADMIN: {
    status: 409,
    text: msg`You are the only super admin. Make somebody else one first, then delete your account.`,
  },
  USER_NOT_FOUND: { status: 404, text: msg`User not found` },
  USER_EXISTS: { status: 409, text: msg`User with this email already exists` },
  ROLE_FORBIDDEN: { status: 403, text: msg`Only a super admin may do this with administrators.` },
  OWN_EMAIL: { status: 409, text: msg`Change your own email in Settings, with your password.` },
  SELF_DELETE: { status: 409, text: msg`You cannot delete your own account` },
  SELF_CHANGE: { status: 409, text: msg`You cannot change your own role.` },
  ALREADY_JOINED: { status: 409, text: msg`They have used their account already.` },
  SKILL_INVALID: { status: 422, text: msg`This skill is empty or already in the list.` },
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
  PIN_NOT_LOCKED: { status: 409, text: msg`Your PIN is not locked. You can enter it.` },
  PIN_NOT_SET: { status: 409, text: msg`You have no PIN yet. Set one in Settings.` },
  EMAIL_MISMATCH: { status: 403, text: msg`User email not found` },

  INVALID_CODE: { status: 404, text: msg`Invalid user code. Please check the code and try again.` },
  ADD_USER_FORBIDDEN: { status: 403, text: msg`You do not have permission to add users to this zone.` },
  ALREADY_ASSIGNED: { status: 409, text: msg`User is already assigned to this zone.` },
  INVITATION_DECLINED: {
    status: 409,
    text: msg`This person declined to join this zone. You can invite them again after a day.`,
  },
  VIEW_USERS_FORBIDDEN: { status: 403, text: msg`You do not have permission to view users in this zone` },
  SELF_UNLINK: {
    status: 409,
    text: msg`Zone managers cannot unlink themselves. Another zone manager or admin must remove you.`,
  },
  LAST_MANAGER: { status: 409, text: msg`The last zone manager of a zone cannot be removed.` },
  NOT_ZONE_MANAGER: { status: 409, text: msg`Only zone managers have permissions of their own.` },
  ZONE_ROLE_FORBIDDEN: { status: 403, text: msg`You cannot give or take a role above your own.` },
  NOT_INVITED: {
    status: 409,
    text: msg`You belong to this zone already. Ask a zone manager to remove you.`,
  },
  NOT_ASSIGNED: { status: 404, text: msg`User is not assigned to this zone.` },

  ORGANISATION_NOT_FOUND: { status: 404, text: msg`Organisation not found` },
  ORGANISATION_REQUIRED: { status: 422, text: msg`Choose the organisation it belongs to.` },
  ORGANISATION_SUSPENDED: {
    status: 409,
    text: msg`This organisation is suspended. It must be reactivated first.`,
  },
  ORGANISATION_ZONES_FULL: {
    status: 409,
    text: msg`This organisation has as many zones as it may have.`,
  },
  ORGANISATION_PEOPLE_FULL: {
    status: 409,
    text: msg`This organisation has as many people as it may have.`,
  },
  PERSON_HAS_ZONES: {
    status: 409,
    text: msg`They are assigned to zones of this organisation. Remove them from those zones first.`,
  },
  ZONE_REQUEST_NOT_FOUND: { status: 404, text: msg`This zone request does not exist.` },
  ZONE_REQUEST_DECIDED: { status: 409, text: msg`This request was decided or changed meanwhile.` },
  ZONE_REQUEST_OPEN: {
    status: 409,
    text: msg`This zone waits for approval. Decide its request first.`,
  },
  TRACKERS_FULL: {
    status: 409,
    text: msg`You have as many location apps as there may be. Remove one that is not used any more.`,
  },
  TRACKER_MESSAGE_INVALID: {
    status: 400,
    text: msg`This is no position.`,
    data: z.object({ wrong: z.array(z.object({ at: z.int(), reason: z.string() })) }),
  },

  HAZARD_NOT_FOUND: { status: 404, text: msg`This notification does not exist any more.` },
  DUE_TIME_PAST: { status: 422, text: msg`This due time has passed. Choose a later one.` },
  HAZARD_STEP_ILLEGAL: { status: 409, text: msg`This notification cannot go there from its status.` },
  HAZARD_CHANGED: {
    status: 409,
    text: msg`Somebody else has changed the status in the meantime. Look at it, then decide again.`,
  },
  FILE_NOT_FOUND: { status: 404, text: msg`This file does not exist any more.` },
  FILE_TOO_LARGE: { status: 413, text: msg`File size must be less than 10MB` },
  FILE_EMPTY: { status: 422, text: msg`This file is empty.` },
  FILE_KIND_REFUSED: {
    status: 422,
    text: msg`Only images, videos, PDF, Word and Excel files can be attached, under the name of what they are.`,
  },
  FILE_UNREADABLE: { status: 422, text: msg`This file cannot be read. It may be damaged.` },
  PICTURE_TOO_LARGE: { status: 422, text: msg`This picture has too many pixels. Send a smaller one.` },
  FILES_FULL: { status: 409, text: msg`There are as many files as there may be.` },

  BROADCAST_NOT_FOUND: { status: 404, text: msg`This broadcast does not exist any more.` },
  BROADCAST_SENT: {
    status: 409,
    text: msg`This broadcast has already been sent. It can no longer be changed or recalled.`,
  },
  BROADCAST_RECALLED: { status: 409, text: msg`This broadcast was recalled. It cannot be changed any more.` },
  BROADCAST_NOT_SENT: { status: 409, text: msg`This broadcast was not sent.` },
  QUESTION_ENDED: { status: 409, text: msg`This question has ended.` },
  REMINDED_ALREADY: { status: 409, text: msg`They were reminded within the last minute.` },
  ANSWER_UNKNOWN: { status: 422, text: msg`This is none of the answers.` },
  SEND_TIME_INVALID: { status: 422, text: msg`Choose a time within the next year.` },
  GROUP_NOT_FOUND: { status: 404, text: msg`This group does not exist any more.` },
  BROADCAST_CHANGED: {
    status: 409,
    text: msg`Somebody else changed this broadcast. Reload to see the changes.`,
  },
  FOLDER_NOT_FOUND: { status: 404, text: msg`This folder does not exist any more.` },
  FOLDER_NAME_TAKEN: { status: 409, text: msg`A folder with this name already exists in this location` },
  FOLDER_MOVE_INVALID: { status: 409, text: msg`A folder cannot be moved into itself, or that deep.` },
  FOLDERS_FULL: { status: 409, text: msg`There are as many folders here as there may be.` },
  DOCUMENT_NOT_FOUND: { status: 404, text: msg`This file does not exist any more.` },
  READING_NOT_ASKED: { status: 409, text: msg`Nobody is asked to read this file.` },
  DOCUMENT_VERSION_UNKNOWN: { status: 422, text: msg`This file has no such version. Open it again.` },
  NOT_A_READER: { status: 409, text: msg`You are not asked to read this file.` },
  DOCUMENT_NAME_TAKEN: { status: 409, text: msg`A file with this name already exists in this location` },
  GROUP_LINKED: { status: 409, text: msg`This group is already linked to the folder` },
  DOCUMENT_KIND_REFUSED: {
    status: 422,
    text: msg`Only PDF, Word, Excel, PowerPoint, text and picture files can be uploaded, under the name of what they are.`,
  },
  QUOTA_FULL: {
    status: 409,
    text: msg`The files of this zone take all the space they may. Delete some first.`,
  },
  FILE_INFECTED: { status: 422, text: msg`The virus scanner found something in this file. It was not kept.` },
  GROUP_FULL: { status: 409, text: msg`There are as many people in this group as there may be.` },
  MESSAGE_NOT_FOUND: { status: 404, text: msg`This message does not exist any more.` },
  MESSAGE_TOO_OLD: { status: 409, text: msg`A message can be changed or deleted for 15 minutes.` },
  TEMPLATES_FULL: {
    status: 409,
    text: msg`There are as many templates as there may be. Remove one that is not used any more.`,
  },
  RECIPIENT_OFF: {
    status: 409,
    text: msg`This address asked for no more of these reports. Its owner can change that by the link in an earlier mail.`,
  },
  TIME_ZONE_UNKNOWN: { status: 422, text: msg`This time zone is not known.` },
  PUSH_DEVICES_FULL: {
    status: 409,
    text: msg`Notifications are on for as many devices as there may be. Remove one that is not used any more.`,
  },
  PUSH_SUBSCRIPTION_INVALID: { status: 422, text: msg`No notifications can be sent to this browser.` },

  WEBHOOKS_FULL: {
    status: 409,
    text: msg`There are as many webhooks as there may be. Remove one that is not used any more.`,
  },
  WEBHOOK_ADDRESS_INVALID: { status: 422, text: msg`Nothing can be delivered to this address.` },

  REQUEST_ID_TAKEN: { status: 409, text: msg`This request was made before, with other content.` },
  ZONES_FULL: {
    status: 409,
    text: msg`No more zones can be created here. Delete zones that are not needed, or ask your administrator.`,
  },
  ZONE_REDRAWN: {
    status: 409,
    text: msg`Somebody else has drawn this zone anew in the meantime. Look at their shape, then draw yours again.`,
  },
  SHAPE_NOT_FOUND: { status: 404, text: msg`This shape of the zone is not kept any more.` },
  ZONE_INVALID: {
    status: 422,
    text: msg`Failed to create zone. Please try again.`,
    data: z.object({ problems: z.array(shapeProblem) }),
  },

  MAPS_KEY_MISSING: { status: 404, text: msg`The maps key is not configured on the server.` },
  MAP_FROM_ENVIRONMENT: {
    status: 409,
    text: msg`The operator set the map by environment variables. It cannot be changed here.`,
  },
  MAP_UNREADABLE: {
    status: 422,
    text: msg`The server could not read a map style at this address.`,
  },

  REPORT_TOO_LARGE: {
    status: 422,
    text: msg`This report is too long. Choose fewer days, one zone, a group or a person.`,
  },
  REPORT_BAR_UNKNOWN: { status: 400, text: msg`This report has no chart of this column.` },
  REPORT_MONTH_ONLY: { status: 403, text: msg`Choose days of one month: your reports are by the month.` },
  REPORT_FORTNIGHT_ONLY: { status: 403, text: msg`Choose days of the last fortnight.` },

  SHIFT_PLAN_NOT_FOUND: { status: 404, text: msg`These hours are not planned any more.` },
  SHIFT_PLANS_FULL: {
    status: 409,
    text: msg`There are as many plans as there may be. Remove one that is not used any more.`,
  },
  HOLIDAYS_FULL: { status: 409, text: msg`There are as many holidays in this zone as there may be.` },
  OWN_ATTENDANCE: { status: 409, text: msg`Somebody else must decide about your own attendance.` },
  CORRECTION_TIME_INVALID: {
    status: 422,
    text: msg`These times do not fit this day. Give both where nothing was measured, none in the future, and no more time inside than lies between them.`,
  },
  NOT_CORRECTED: { status: 409, text: msg`Nothing of this day is corrected.` },
  OBJECTION_OPEN: { status: 409, text: msg`You have objected to this day already. Wait for the answer.` },
  OBJECTION_NOT_FOUND: { status: 404, text: msg`This objection does not exist any more.` },
  OBJECTION_SETTLED: { status: 409, text: msg`This objection is settled already.` },
  DAY_IN_FUTURE: { status: 422, text: msg`This day has not begun yet.` },

  SHARING_TIME_INVALID: { status: 422, text: msg`Choose a time within the next 24 hours.` },
  NOT_SHARING: { status: 409, text: msg`You do not share your position any more.` },
  REQUEST_ANSWERED: { status: 409, text: msg`This request is answered already.` },

  CONSENT_WITHDRAWN: {
    status: 403,
    text: msg`You withdrew your consent to being located. Give it again in Settings, then try again.`,
  },
  CONSENT_NEEDED: {
    status: 403,
    text: msg`You have not agreed to being located yet. Agree in Settings, then try again.`,
  },
  CHECK_ID_TAKEN: { status: 409, text: msg`This check id already belongs to another reading.` },
  BATCH_TOO_LARGE: {
    status: 413,
    text: msg`These are too many readings for the number of your zones. Send fewer at once, or name a zone with each.`,
    data: z.object({ mostReadings: z.int() }),
  },
  READING_IN_FUTURE: {
    status: 422,
    text: msg`The clock of this device is more than a day ahead. Set it right and try again.`,
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

/** Returns the English text. The web build parses messages into arrays, which have a single element without placeholders. */
function toEnglish({ message }: MessageDescriptor): string {
  return String(message)
}

/** Returns the catalogue entries of the errors that a procedure may return. */
export function pick<const C extends ErrorCode>(...codes: C[]): Pick<typeof errors, C> {
  const pickedErrors: Partial<typeof errors> = {}
  for (const code of codes) Object.assign(pickedErrors, { [code]: errors[code] })
  return pickedErrors as Pick<typeof errors, C>
}
