/** The types of alerts in the inbox. */
export const alertTypes = [
  'document_upload',
  'group_activity',
  'hazard_alert',
  'broadcast',
  'zone_assignment',
  'system',
] as const
export type AlertType = (typeof alertTypes)[number]

/** The channels by which a person receives alerts of one type. */
export type AlertPreference = {
  /** Counts as unread and is announced. If off, the alert is stored in the inbox as read. */
  readonly inbox: boolean
  readonly push: boolean
  /** Sends the alert by mail as well. Urgent alerts are always mailed where mail is set up. */
  readonly mail: boolean
}

/** The preference for a type the person has never configured. */
export const defaultAlertPreference: AlertPreference = { inbox: true, push: true, mail: false }
