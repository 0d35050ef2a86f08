import { describe, expect, it } from 'vitest'
import type { Read } from './reads.ts'
import { selectReads } from './selection.ts'

const toRead = (name: string): Read => ({
  name,
  input: {},
  queryKey: [name],
  queryHash: name,
  isPaged: false,
  isUnfed: false,
})
const [own, other, managersOnly] = ['hazards.list', 'zones.mine', 'shifts.day'].map(toRead) as [
  Read,
  Read,
  Read,
]
const viewers = ['admin', 'manager', 'worker'].map(role => ({
  reads: () => [own, other, managersOnly],
  isRejected: (read: Read) => role === 'worker' && read === managersOnly,
}))
const select = (read: Read, turn: number) =>
  selectReads(viewers, new Set(['hazards']), turn).map(isSelected => isSelected(read))

describe('the reads that are repeated after a step', () => {
  it('are those of its own features for all viewers', () => {
    expect(select(own, 0)).toEqual([true, true, true])
  })

  it('are all others for one viewer: every second time the lowest role, otherwise the others in turn', () => {
    const chosen = [0, 1, 2, 3].map(turn => select(other, turn).indexOf(true))
    expect(chosen).toEqual([2, 1, 2, 0])
    expect(select(other, 0).filter(Boolean)).toHaveLength(1)
  })

  it('are never those that a viewer of another feature may not make', () => {
    for (const turn of [0, 1, 2, 3]) {
      expect(select(managersOnly, turn)[2]).toBe(false)
      expect(select(managersOnly, turn).filter(Boolean)).toHaveLength(1)
    }
  })
})
