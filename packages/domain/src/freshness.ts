import { limits } from './limits.ts'

/**
 * Whether somebody was seen within the freshness limit. Only then may a screen say without doubt that they are inside; later
 * they may have gone, and nobody was told. Both in milliseconds; null was never seen.
 */
export function isSeenLately(lastSeen: number | null, now: number): boolean {
  return lastSeen !== null && now - lastSeen <= limits.presenceStaleMs
}

/** People inside as every count of them is told: how many were seen lately, and how many were not (`unseen`). */
export type InsideCount = { inside: number; unseen: number }
