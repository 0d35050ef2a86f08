const DAY_MS = 86_400_000

/**
 * Returns the start of the retention period for readings and visits. Older readings and visits are hidden, even before the nightly
 * cleanup removes them.
 */
export const retentionStart = (retentionDays: number): Date => new Date(Date.now() - retentionDays * DAY_MS)
