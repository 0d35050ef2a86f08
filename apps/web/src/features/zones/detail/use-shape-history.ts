import { useState } from 'react'
import type { ShapeDraft } from '../drawing/shape-draft.ts'

/** Maximum number of undo steps. */
const mostSteps = 50

type Change = 'shape' | 'start' | 'end'
type Step = { readonly before: ShapeDraft; readonly change: Change }

/**
 * Tracks the undo history of a shape, whether changed by drawing on the map, in the list of coordinates or in the corner fields.
 * Typing in the fields of one corner is one step.
 */
export function useShapeHistory(draft: ShapeDraft, onChange: (draft: ShapeDraft) => void) {
  const [steps, setSteps] = useState<readonly Step[]>([])
  return {
    change(next: ShapeDraft) {
      const change = findChange(draft, next)
      const goesOn = change !== 'shape' && steps.at(-1)?.change === change
      if (change && !goesOn) setSteps([...steps, { before: draft, change }].slice(-mostSteps))
      onChange(next)
    },
    canUndo: steps.length > 0,
    undo() {
      const last = steps.at(-1)
      if (!last) return
      setSteps(steps.slice(0, -1))
      onChange(closed(last.before))
    },
  }
}

/** Returns the part that changed; undefined if a point was only opened or closed for editing. */
function findChange(before: ShapeDraft, after: ShapeDraft): Change | undefined {
  const isSame = (part: keyof ReturnType<typeof toTexts>) => toTexts(before)[part] === toTexts(after)[part]
  if (!isSame('kind') || !isSame('parts')) return 'shape'
  if (!isSame('start')) return isSame('end') ? 'start' : 'shape'
  return isSame('end') ? undefined : 'end'
}

const toTexts = ({ kind, start, end, parts }: ShapeDraft) => ({
  kind,
  start: JSON.stringify(start),
  end: JSON.stringify(end),
  parts: JSON.stringify(parts.map(rings => rings.map(({ points }) => points))),
})

/** Closes all points for editing, so that an undo leaves none open. */
const closed = (draft: ShapeDraft): ShapeDraft => ({
  ...draft,
  parts: draft.parts.map(rings => rings.map(({ points }) => ({ points, editing: null }))),
})
