import { useState } from 'react'
import type { ShapeDraft } from '../drawing/shape-draft.ts'

/** Maximum number of undo steps. */
const maxUndoSteps = 50

type ChangedPart = 'shape' | 'start' | 'end'
type UndoStep = { readonly before: ShapeDraft; readonly change: ChangedPart }

export type ShapeHistory = ReturnType<typeof useShapeHistory>

/** Covers drawing, the list of coordinates and the corner fields. Typing in the fields of one corner counts as one step. */
export function useShapeHistory(draft: ShapeDraft, onChange: (draft: ShapeDraft) => void) {
  const [steps, setSteps] = useState<readonly UndoStep[]>([])
  /** The drafts before each undo, the last one first to be restored. A new change clears them. */
  const [undone, setUndone] = useState<readonly UndoStep[]>([])
  return {
    change(next: ShapeDraft) {
      const change = findChange(draft, next)
      const continuesStep = change !== 'shape' && steps.at(-1)?.change === change
      if (change && !continuesStep) setSteps([...steps, { before: draft, change }].slice(-maxUndoSteps))
      if (change) setUndone([])
      onChange(next)
    },
    canUndo: steps.length > 0,
    undo() {
      const lastStep = steps.at(-1)
      if (!lastStep) return
      setSteps(steps.slice(0, -1))
      setUndone([...undone, { before: draft, change: lastStep.change }])
      onChange(closeEditing(lastStep.before))
    },
    canRedo: undone.length > 0,
    redo() {
      const lastUndone = undone.at(-1)
      if (!lastUndone) return
      setUndone(undone.slice(0, -1))
      setSteps([...steps, { before: draft, change: lastUndone.change }])
      onChange(closeEditing(lastUndone.before))
    },
  }
}

/** Returns the corner that changed, or 'shape' for any other change; undefined if a point was only opened or closed for editing. */
function findChange(before: ShapeDraft, after: ShapeDraft): ChangedPart | undefined {
  const isUnchanged = (part: keyof ReturnType<typeof toTexts>) =>
    toTexts(before)[part] === toTexts(after)[part]
  if (!isUnchanged('kind') || !isUnchanged('parts')) return 'shape'
  if (!isUnchanged('start')) return isUnchanged('end') ? 'start' : 'shape'
  return isUnchanged('end') ? undefined : 'end'
}

const toTexts = ({ kind, start, end, parts }: ShapeDraft) => ({
  kind,
  start: JSON.stringify(start),
  end: JSON.stringify(end),
  parts: JSON.stringify(parts.map(rings => rings.map(({ points }) => points))),
})

/** Closes all points for editing, so that an undo leaves none open. */
const closeEditing = (draft: ShapeDraft): ShapeDraft => ({
  ...draft,
  parts: draft.parts.map(rings => rings.map(({ points }) => ({ points, editing: null }))),
})
