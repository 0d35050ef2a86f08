export const alertTypes = [
  'document_upload',
  'group_activity',
  'hazard_alert',
  'broadcast',
  'zone_assignment',
  'presence_notice',
  'shift_reminder',
  'system',
] as const
export type AlertType = (typeof alertTypes)[number]

/** The channels by which a person receives alerts of one type. */
export type AlertPreference = {
  /** Counts alerts of this type as unread and announces them. If off, they are stored in the inbox as read. */
  readonly inbox: boolean
  readonly push: boolean
  /** Also sends alerts of this type by email. Urgent alerts are always emailed where email is set up. */
  readonly mail: boolean
}

/** The preference for a type that the person has never configured. */
export const defaultAlertPreference: AlertPreference = { inbox: true, push: true, mail: false }
