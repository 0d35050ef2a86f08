/** The kinds of alerts of the inbox. */
export const alertTypes = [
  'document_upload',
  'group_activity',
  'hazard_alert',
  'broadcast',
  'zone_assignment',
  'system',
] as const
export type AlertType = (typeof alertTypes)[number]

/** The ways an alert comes to a person, for each type. */
export type AlertPreference = {
  /** Counts as new and is announced; off, it is kept in the inbox as read. */
  readonly inbox: boolean
  readonly push: boolean
  /** Also by mail. Urgent ones come by mail in any case, where mail is set up. */
  readonly mail: boolean
}

/** What holds for a type that a person never decided on. */
export const defaultAlertPreference: AlertPreference = { inbox: true, push: true, mail: false }
