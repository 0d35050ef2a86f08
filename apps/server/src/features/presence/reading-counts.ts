/** The endpoints that receive readings: the app's button, batches from devices and outboxes, and one for each location app. */
export const readingDoors = ['app', 'positions', 'owntracks', 'overland', 'osmand'] as const
export type ReadingDoor = (typeof readingDoors)[number]

type Outcome = { readonly checks: readonly unknown[]; readonly refused: readonly unknown[] }
type Counts = { accepted: number; refused: number }

export type ReadingCounts = {
  /** Counts the outcomes of readings, and the number of further readings that could not be parsed. */
  count(door: ReadingDoor, outcomes: readonly Outcome[], unreadable?: number): void
  /** The counts since this node started. */
  readonly byDoor: Readonly<Record<ReadingDoor, Readonly<Counts>>>
}

/** Creates counters of the readings that this node received. A reading counts as refused if it was recorded in no zone. */
export function createReadingCounts(): ReadingCounts {
  const byDoor = Object.fromEntries(readingDoors.map(door => [door, { accepted: 0, refused: 0 }])) as Record<
    ReadingDoor,
    Counts
  >
  return {
    byDoor,
    count(door, outcomes, unreadable = 0) {
      const counts = byDoor[door]
      counts.refused += unreadable
      for (const { checks, refused } of outcomes)
        if (refused.length > 0 && checks.length === 0) counts.refused++
        else counts.accepted++
    },
  }
}
