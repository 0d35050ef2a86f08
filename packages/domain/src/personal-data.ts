import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/**
 * The fate of data about a person when their account is deleted: it is removed, kept without the name because others work
 * with it, or kept in the security log under the account ID.
 */
export type DeletionOutcome = 'removed' | 'nameless' | 'logged'

type PersonalDataEntry = { readonly fate: DeletionOutcome; readonly words: MessageDescriptor }

/** Dialogs, Settings and docs/deleted-accounts.md show these texts; a test compares them with the tables. */
export const personalData = {
  profile: { fate: 'removed', words: msg`Sign-in, profile, photo, emergency contact and entry PIN` },
  memberships: { fate: 'removed', words: msg`Zone, group and organisation memberships` },
  presence: { fate: 'removed', words: msg`Last known presence, by zone` },
  readings: { fate: 'removed', words: msg`Position readings` },
  visits: { fate: 'removed', words: msg`Visits to zones, with corrections and objections` },
  location_requests: { fate: 'removed', words: msg`Location requests` },
  consents: { fate: 'removed', words: msg`Consent to location tracking` },
  sessions: { fate: 'removed', words: msg`Devices, location apps and notification settings` },
  alerts: { fate: 'removed', words: msg`Alerts` },
  answers: {
    fate: 'removed',
    words: msg`Broadcast answers, reading confirmations and chat reactions`,
  },
  downloads: { fate: 'removed', words: msg`Downloads of personal data and report files` },
  messages: { fate: 'nameless', words: msg`Messages and files in groups` },
  hazards: { fate: 'nameless', words: msg`Reported hazards and comments on them` },
  broadcasts: { fate: 'nameless', words: msg`Sent and unsent broadcasts, and their templates` },
  emergencies: { fate: 'nameless', words: msg`Emergencies and drills, with who was safe` },
  visitors: { fate: 'nameless', words: msg`Visitors you invited or received` },
  files: { fate: 'nameless', words: msg`Files and folders, with all versions` },
  administration: {
    fate: 'nameless',
    words: msg`Zones, groups, plans and settings created or changed for others`,
  },
  security_events: { fate: 'logged', words: msg`Security log entries` },
} as const satisfies Record<string, PersonalDataEntry>

export type PersonalDataKind = keyof typeof personalData
export const personalDataKinds = Object.keys(personalData) as [PersonalDataKind, ...PersonalDataKind[]]

/** Returns the kinds of data with a given fate, in display order. */
export const listPersonalData = (outcome: DeletionOutcome): readonly PersonalDataKind[] =>
  personalDataKinds.filter(kind => personalData[kind].fate === outcome)
