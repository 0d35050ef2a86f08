const DAY_MS = 86_400_000

/** The start of the retention of readings and visits. Older ones are hidden, even before the nightly cleanup removes them. */
export const retentionStart = (retentionDays: number): Date => new Date(Date.now() - retentionDays * DAY_MS)
