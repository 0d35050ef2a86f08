import type { Read } from './reads.ts'

/** True in `npm run prove -- refetch`, which repeats every read for every viewer after each step. */
const isLongForm = process.env.REFETCH === 'all'

/** What is known of a viewer before a step. */
export type Candidate = {
  readonly reads: () => readonly Read[]
  /** Returns true if the read was rejected when last made. */
  isRejected(read: Read): boolean
}

/**
 * Selects the reads that are repeated after a step, for each viewer: those of the step's own features for all viewers, and every
 * other read for one of the viewers who may make it: every second time the one with the lowest role, otherwise the others in turn.
 * @param viewers in the order of their roles, the lowest last
 * @param turn the number of the step
 */
export function selectReads(
  viewers: readonly Candidate[],
  ownFeatures: ReadonlySet<string>,
  turn: number,
): ((read: Read) => boolean)[] {
  if (isLongForm) return viewers.map(() => () => true)
  const hashes = viewers.map(() => new Set<string>())
  const viewersByHash = new Map<string, number[]>()
  for (const [index, viewer] of viewers.entries())
    for (const read of viewer.reads())
      if (ownFeatures.has(readFeature(read.name))) hashes[index]?.add(read.queryHash)
      else if (!viewer.isRejected(read))
        viewersByHash.set(read.queryHash, [...(viewersByHash.get(read.queryHash) ?? []), index])
  let position = turn
  for (const [hash, indexes] of viewersByHash) {
    const [lowest = 0, ...others] = indexes.toReversed()
    const index = position % 2 === 0 ? lowest : (others[Math.floor(position / 2) % others.length] ?? lowest)
    hashes[index]?.add(hash)
    // Different reads of one step have their turn with different viewers.
    position++
  }
  return hashes.map(selected => read => selected.has(read.queryHash))
}

/** Returns the feature of a call. */
export const readFeature = (callName: string): string => callName.split('.')[0] ?? ''
