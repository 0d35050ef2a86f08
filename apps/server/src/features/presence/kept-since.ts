const DAY = 86_400_000

/** Since when readings and visits are kept. What is older is not shown, also where the clean-up of the night has not come to it. */
export const keptSince = (retentionDays: number): Date => new Date(Date.now() - retentionDays * DAY)
