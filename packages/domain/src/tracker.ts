/** The supported tracker apps, and `other` for apps that use one of their formats. */
export const trackerApps = ['owntracks', 'traccar', 'osmand', 'overland', 'other'] as const
export type TrackerApp = (typeof trackerApps)[number]

/** Maximum trackers per person at a time. The specification gives no number. */
export const maxTrackers = 10

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

/** The number of random bytes in a tracker's token: short enough to type into apps and include in URLs, and too long to guess. */
export const trackerTokenBytes = 20
