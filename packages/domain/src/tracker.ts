/** The supported tracker apps, and `other` for apps that use one of their formats. */
export const trackerApps = ['owntracks', 'traccar', 'osmand', 'overland', 'other'] as const
export type TrackerApp = (typeof trackerApps)[number]

/** Trackers per person at a time; the specification gives no number. */
export const trackersMost = 10

/** The reasons why a tracker's message was not used. None of them reveals a location. */
export const unusedReasons = [
  'unreadable',
  'encrypted',
  'no_position',
  'accuracy_invalid',
  'too_inaccurate',
  'no_time',
  'too_old',
  'in_future',
  'consent_withdrawn',
  'consent_needed',
] as const
export type UnusedReason = (typeof unusedReasons)[number]

/** Random bytes of a tracker's token: short enough to type into apps and put in addresses, and too long to guess. */
export const trackerTokenBytes = 20
