import { DAY_MS } from '@muster/domain/time-units.ts'

/** Older readings and visits are hidden, even before the nightly cleanup removes them. */
export const retentionStart = (retentionDays: number): Date => new Date(Date.now() - retentionDays * DAY_MS)
