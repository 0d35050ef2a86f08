/** The apps whose messages are understood, and `other` for what speaks one of their languages. */
export const trackerApps = ['owntracks', 'traccar', 'osmand', 'overland', 'other'] as const
export type TrackerApp = (typeof trackerApps)[number]

/** Trackers one person may have at a time; the specification names no such number. */
export const trackersMost = 10

/** Random bytes of a tracker's token: it is typed into apps and stands in addresses, and is never guessed. */
export const trackerTokenBytes = 20
