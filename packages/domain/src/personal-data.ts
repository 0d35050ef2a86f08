/**
 * The fate of data about a person when their account is deleted: removed, kept without the name because others work with it, or
 * kept in the security log under the account ID.
 */
export type DeletionFate = 'removed' | 'nameless' | 'logged'

type PersonalDataEntry = { readonly fate: DeletionFate; readonly words: string }

/**
 * The kinds of data stored about people, and their fate when the account is deleted. The dialogs that delete an account, Settings
 * and docs/deleted-accounts.md show these texts, and a test compares them with the tables.
 */
export const personalData = {
  profile: { fate: 'removed', words: 'Sign-in, profile, photo, emergency contact and entry PIN' },
  memberships: { fate: 'removed', words: 'Memberships of zones, groups and organisations' },
  presence: { fate: 'removed', words: 'Last known presence, by zone' },
  readings: { fate: 'removed', words: 'Position readings' },
  visits: { fate: 'removed', words: 'Visits to zones, with corrections and objections' },
  location_requests: { fate: 'removed', words: 'Location requests' },
  consents: { fate: 'removed', words: 'Decisions about being located' },
  sessions: { fate: 'removed', words: 'Devices, location apps and notification settings' },
  alerts: { fate: 'removed', words: 'Alerts' },
  answers: { fate: 'removed', words: 'Answers to broadcasts, confirmations of reading and chat reactions' },
  downloads: { fate: 'removed', words: 'Downloads of personal data and report files' },
  messages: { fate: 'nameless', words: 'Messages and files in groups' },
  hazards: { fate: 'nameless', words: 'Reported notifications and comments on them' },
  broadcasts: { fate: 'nameless', words: 'Broadcasts, sent or not, and their templates' },
  files: { fate: 'nameless', words: 'Files and folders, with all versions' },
  administration: { fate: 'nameless', words: 'Zones, groups, plans and settings made or changed for others' },
  security_events: { fate: 'logged', words: 'Entries of the security log' },
} as const satisfies Record<string, PersonalDataEntry>

export type PersonalDataKind = keyof typeof personalData
export const personalDataKinds = Object.keys(personalData) as [PersonalDataKind, ...PersonalDataKind[]]

/** The kinds of data with a fate, in display order. */
export const personalDataWith = (fate: DeletionFate): readonly PersonalDataKind[] =>
  personalDataKinds.filter(kind => personalData[kind].fate === fate)
