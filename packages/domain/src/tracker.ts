/** The apps whose messages are understood, and `other` for what speaks one of their languages. */
export const trackerApps = ['owntracks', 'traccar', 'osmand', 'overland', 'other'] as const
export type TrackerApp = (typeof trackerApps)[number]

/** Trackers one person may have at a time; the specification names no such number. */
export const trackersMost = 10

/** Why a message of a tracker was not used. None of them says where anybody is. */
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

/** Random bytes of a tracker's token: it is typed into apps and stands in addresses, and is never guessed. */
export const trackerTokenBytes = 20
