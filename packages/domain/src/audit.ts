import type { SecurityEventType } from './security-event.ts'
import type { Severity } from './severity.ts'

/** Facts that only the text says; the entry's metadata does not repeat them. */
type Words<Name extends string> = { readonly words: Readonly<Record<Name, string>> }
type WithRows = { readonly rows: number }
type WithStatus = { readonly status: string }
type ZonesStatus = Words<'names'> & WithStatus & { readonly zoneIds?: readonly string[] }
type Change = { readonly from: string; readonly to: string }
type Break = { readonly firstBroken: number | null; readonly problem: string | null }
type Cleanup = {
  readonly positionChecks: number
  readonly visits: number
  readonly retentionDays: number
  readonly complete: boolean
}

const refusedSignIns = {
  address_limit: 'Sign-ins from this network address are refused for a while: too many were tried.',
  account_limit: 'Sign-ins to this account are refused for a while: too many were tried.',
  not_confirmed: 'A sign-in was refused: the email address is not confirmed.',
  not_active: 'A sign-in was refused: the account is not active.',
  passkey: 'A sign-in with a passkey of the account was refused: what it signed did not hold.',
} as const
export type SignInRefusal = keyof typeof refusedSignIns

const withName =
  (what: string, happened: string) =>
  ({ words }: Words<'name'>) =>
    `${what} "${words.name}" ${happened}.`
const ofType =
  (text: string) =>
  ({ accessType }: { readonly accessType: string }) =>
    `${text}: ${accessType}.`

/** The texts of the security log by type; a colon and a name tell the texts of one type apart. All are in English. */
const info = {
  login_successful: 'Signed in.',
  'user_created:by_admin': 'An account was created.',
  'user_created:by_link': 'An account was created with an invitation link.',
  user_updated: 'An account was changed.',
  user_deleted: 'An account was permanently deleted.',
  sign_up_link_created: 'A link was made with which one person may sign up.',
  member_joined_by_link: 'A person joined a zone by an invitation link.',
  'zone_invitation_created:sent': 'People were invited to a zone by link or email.',
  'zone_invitation_created:sent_again': 'An invitation to a zone was sent again.',
  zone_invitation_revoked: 'An invitation to a zone was revoked.',
  zone_status_changed: ({ status, zoneIds, words: { names } }: ZonesStatus) =>
    zoneIds
      ? `${zoneIds.length} zones were set to ${status}: ${names}.`
      : `The zone ${names} was set to ${status}.`,
  zone_request_decided: ({ decision }: { readonly decision: string }) => `A zone request was ${decision}.`,
  organisation_onboarded: 'An organisation was onboarded.',
  'organisation_changed:details': 'An organisation was changed.',
  'organisation_changed:limits': 'The limits of an organisation were changed.',
  'organisation_changed:zone_moved': 'A zone was moved to another organisation.',
  organisation_status_changed: ({ status }: WithStatus) => `An organisation was set to ${status}.`,
  'organisation_people_changed:added': 'Somebody was added to an organisation.',
  'organisation_people_changed:removed': 'Somebody was removed from an organisation.',
  'data_access:account': 'Viewed the details of an account.',
  'data_access:accounts': 'Viewed the list of accounts.',
  'data_access:accounts_exported': 'Exported the list of accounts.',
  'data_access:badge_visits_exported': ({ rows }: WithRows) => `Exported ${rows} visits by badge.`,
  'data_access:day': 'Looked at the visits of a member on a day.',
  'data_access:import_skipped': 'Downloaded the skipped rows of an import.',
  'data_access:inside': 'Viewed the list of people inside a zone.',
  'data_access:inside_exported': ofType('Exported who is inside a zone'),
  'data_access:member': 'Viewed the details of a member.',
  'data_access:members': 'Viewed the members of a zone.',
  'data_access:members_exported': 'Exported the members of a zone.',
  'data_access:members_of_zones': 'Viewed the members of their zones.',
  'data_access:missing_exported': ofType('Exported who is missing in an emergency'),
  'data_access:report': ({ words }: Words<'report'>) => `Downloaded a report: ${words.report}.`,
  'data_access:visitors_exported': 'The visitors of a zone were exported.',
  'data_access:visits_exported': ofType('Exported the visits of a zone'),
  'data_access:zone_day': 'Looked at the visits of a zone on a day.',
  'location_access:captain_list': 'The captain’s list of a zone was read on a phone.',
  'location_access:day': 'Looked at where a member was on a day.',
  'location_access:emergency': 'Viewed the last positions of people in an emergency.',
  'location_access:inside_exported': ofType('Exported who is inside a zone'),
  'location_access:live_map': 'Viewed where people are now on the live map.',
  'location_access:member': 'Viewed where a member was last seen.',
  'location_access:members': 'Viewed where the members of a zone were last seen.',
  'location_access:person': ofType('Looked at a location'),
  'location_access:visits_exported': ofType('Exported the visits of a zone'),
  'location_access:zone_day': 'Looked at where the people of a zone were on a day.',
  assembly_points_changed: 'The places where the people of a zone count as safe were changed.',
  zone_captains_changed: 'The people who account for others in an emergency were changed.',
  zone_uncounted_changed: 'The people who do not count as missing in an emergency were changed.',
  sweep_areas_changed: 'The areas that wardens of a zone walk through were changed.',
  'emergency_plan_changed:saved': 'An emergency plan was saved.',
  'emergency_plan_changed:deleted': 'An emergency plan was deleted.',
  'emergency_plan_changed:drills': 'How often the zone drills was changed.',
  emergency_order_changed: 'People were given another order in an open emergency or drill.',
  emergency_recorded:
    'The roll of an emergency or drill, and all answers until its all clear, were recorded.',
  responder_link_created: 'A link for responders to an emergency was created.',
  responder_link_opened: 'A link for responders to an emergency was opened.',
  responder_link_revoked: 'A link for responders to an emergency was revoked.',
  'visitor_settings_changed:saved':
    'Notice, retention, badges or poster sign-ins of visitors to a zone were changed.',
  'visitor_settings_changed:poster': 'A new poster for the visitors of a zone was made.',
  'visitor_settings_changed:kiosk_opened': 'A kiosk for visitors was opened.',
  'visitor_settings_changed:kiosk_closed': 'A kiosk for visitors was closed.',
  'badges_changed:key_added': withName('The key', 'for badge readers was added'),
  'badges_changed:key_replaced': withName('The key', 'for badge readers was replaced'),
  'badges_changed:key_removed': withName('The key', 'for badge readers was removed'),
  'badges_changed:days': 'The time for which badge events are kept was changed.',
  'badges_changed:assigned': 'Badges were assigned.',
  'badges_changed:imported': 'Badges were assigned from a file.',
  'badges_changed:import_undone': 'Badges that a file had assigned were removed.',
  'badges_changed:unassigned': 'The assignment of a badge was ended.',
  'badges_changed:dismissed': 'Numbers of badges were dismissed as no people.',
  'webhook_changed:added': withName('The webhook', 'was added'),
  'webhook_changed:saved': withName('The webhook', 'was changed'),
  'webhook_changed:new_secret': withName('The webhook', 'was given a new secret'),
  'webhook_changed:removed': withName('The webhook', 'was removed'),
  'report_mailing_changed:recipient_added': 'An address was added to the reports of a zone.',
  'report_mailing_changed:recipient_removed': 'An address was taken off the reports of a zone.',
  'report_mailing_changed:resubscribed':
    'A recipient put their address back on the list of the reports of a zone.',
  'report_mailing_changed:unsubscribed': 'A recipient took their address off the reports of a zone.',
  'report_mailing_changed:schedule_added': 'A scheduled report of a zone was added.',
  'report_mailing_changed:schedule_saved': 'A scheduled report of a zone was changed.',
  'report_mailing_changed:schedule_removed': 'A scheduled report of a zone was removed.',
  'report_mailing_changed:run_again': 'A scheduled report of a zone was run again.',
  broadcast_changed: 'A scheduled broadcast was changed.',
  'required_reading_ended:asked_no_longer': 'People are no longer asked to read a file.',
  'required_reading_ended:others_asked': 'Other people are asked to read a file.',
  security_log_exported: ({ rows }: WithRows) => `Exported ${rows} events of the security log.`,
  security_log_dropped: ({ last, keepDays }: { readonly last: number; readonly keepDays: number }) =>
    `The events up to number ${last} were older than ${keepDays} days and were dropped.`,
  user_data_cleanup: ({ positionChecks, visits, retentionDays, complete }: Cleanup) =>
    `Removed ${positionChecks} readings and ${visits} visits older than ${retentionDays} days${complete ? '' : ', then was interrupted'}.`,
  user_action_signed_out: 'Signed out.',
  user_action_device_revoked: 'Signed another device out.',
  user_action_password_changed: 'Changed the password.',
  user_action_password_reset: 'Set a new password by a mailed link.',
  user_action_pin_changed: 'The zone entry PIN was changed.',
  user_action_code_regenerated: 'A new user code was made.',
  user_action_account_deleted: 'Deleted their own account.',
  user_action_invitation_accepted: 'An invitation to a zone was accepted.',
  user_action_invitation_declined: 'An invitation to a zone was declined.',
  user_action_two_step_on: 'Turned two-step sign-in on.',
  user_action_two_step_off: 'Turned two-step sign-in off.',
  user_action_recovery_codes_renewed: 'Made new recovery codes.',
  user_action_recovery_code_used: 'Signed in with a recovery code.',
  user_action_passkey_added: withName('The passkey', 'was added'),
  user_action_passkey_removed: 'Removed a passkey.',
  'user_action_passkey_removed:with_reset': ({ words: { name, reset } }: Words<'name' | 'reset'>) =>
    `The passkey "${name}" was removed with ${reset}.`,
  user_action_tracker_added: withName('The location app', 'was added'),
  'user_action_tracker_added:new_token': withName('The location app', 'was given a new token'),
  user_action_tracker_revoked: withName('The location app', 'was removed'),
  'user_action_tracker_revoked:with_reset': ({ words: { name, reset } }: Words<'name' | 'reset'>) =>
    `The location app "${name}" was removed with ${reset}.`,
  user_action_data_download_asked: 'Asked for a download of their own data.',
  user_action_data_download_opened: 'Opened the download of their own data.',
  user_action_consent_given: 'Agreed to being located.',
  user_action_consent_withdrawn: 'Withdrew the consent to being located.',
  user_action_email_changed: 'Confirmed another email address.',
  'data_breach_notification_created:by_admin': ({ words }: Words<'incident'>) =>
    `A breach notification was created: ${words.incident}`,
} as const

const low = {
  'login_failed:known': 'A sign-in failed.',
  'login_failed:unknown': 'A sign-in with an unknown address failed.',
  login_refused: ({ reason }: { readonly reason: SignInRefusal }) => refusedSignIns[reason],
  sign_in_linked: 'A sign-in by single sign-on was linked to an account by its confirmed email address.',
  'user_created:single_sign_on': 'An account was created by the first single sign-on of its owner.',
  own_password_failed: 'A wrong current password was given.',
  email_change_asked: 'Another email address was asked for.',
  zone_pin_failed: 'A wrong zone entry PIN was given.',
  zone_pin_reset: 'A locked zone entry PIN was opened again.',
  zone_pin_reset_asked: 'The reset of a locked zone entry PIN was asked for.',
  user_code_failed: 'A user code was given that belongs to nobody who can be added.',
  attendance_corrected: ({ withdrawn }: { readonly withdrawn: boolean }) =>
    withdrawn
      ? 'A correction of somebody’s attendance was taken back.'
      : 'The attendance of somebody was corrected.',
} as const

const medium = {
  suspicious_login_pattern_detected: 'The failed sign-ins to this account are suspicious.',
  second_step_failed: 'The password was right, and the code of the second step was not.',
  user_action_email_change_objected: 'Objected to another email address.',
  'user_created:command_line': 'An account was created on the command line.',
  'password_reset_by_operator:set': 'A new password was set on the command line.',
  'password_reset_by_operator:link': 'A link to set a new password was made on the command line.',
  'two_step_reset:by_admin': 'Two-step sign-in of an account was reset by an administrator.',
  'two_step_reset:command_line': 'Two-step sign-in of an account was reset on the command line.',
  'account_status_changed:by_admin': ({ from, to }: Change) =>
    `The status of an account was changed from ${from} to ${to}.`,
  'account_status_changed:command_line': ({ from, to }: Change) =>
    `The status of an account was changed from ${from} to ${to} on the command line.`,
  map_settings_changed: 'The base map was changed.',
  responder_link_blocked: 'A link for responders to an emergency was blocked after too many wrong codes.',
  webhook_switched_off: withName('The webhook', 'was switched off: nothing could be delivered for a day'),
  'zone_deleted:one': 'A zone was deleted with everything in it.',
  'zone_deleted:several': ({ zoneIds }: { readonly zoneIds: readonly string[] }) =>
    zoneIds.length === 1
      ? 'A zone was deleted with everything in it.'
      : `${zoneIds.length} zones were deleted with everything in them.`,
  demo_account_suspended: 'An account of the demo was suspended: the server was started with DEMO=0.',
  demo_account_signed_out:
    'A demo account was signed out, because its password is public and the demo is withheld.',
} as const

const high = {
  'data_breach_notification_created:lockout': 'A breach notification recommends locking this account.',
} as const

const critical = {
  security_log_broken: ({ firstBroken, problem }: Break) =>
    `The chain of the security log breaks at event ${firstBroken} (${problem}).`,
} as const

type Texts = typeof info & typeof low & typeof medium & typeof high & typeof critical
/** An entry that the server writes: its type, and after a colon which of the type's texts. */
export type AuditEvent = keyof Texts
/** The facts that the entry's text needs. */
export type AuditFacts<Event extends AuditEvent> = Texts[Event] extends (facts: infer Facts) => string
  ? Facts
  : unknown

const entries: ReadonlyMap<string, { readonly severity: Severity; readonly text: unknown }> = new Map(
  Object.entries({ info, low, medium, high, critical }).flatMap(([severity, texts]) =>
    Object.entries(texts).map(([event, text]) => [event, { severity: severity as Severity, text }] as const),
  ),
)

/** Returns type, severity and text of an entry. */
export function describeAudit<Event extends AuditEvent>(event: Event, facts: AuditFacts<Event>) {
  const entry = entries.get(event)
  if (!entry) throw new Error(`No text for ${event}`)
  const { severity, text } = entry
  const type = event.split(':')[0] as SecurityEventType
  return {
    type,
    severity,
    description: typeof text === 'string' ? text : (text as (its: unknown) => string)(facts),
  }
}
