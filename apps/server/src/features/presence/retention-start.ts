const DAY_MS = 86_400_000

/** Older readings and visits are hidden, even before the nightly cleanup removes them. */
export const retentionStart = (retentionDays: number): Date => new Date(Date.now() - retentionDays * DAY_MS)
