import { t } from '@lingui/core/macro'
import { notify } from './notify.ts'

/** Milliseconds for which an act can be undone. */
export const undoMs = 10_000

/** The options of a toast that says what was done, and offers to undo it. */
export const undoable = (undo: () => void) => ({
  durationMs: undoMs,
  action: { label: t`Undo`, run: undo },
})

/** Says that an entry was removed from a list, and offers to restore it. */
export const notifyRemoved = (name: string, restore: () => void) =>
  notify.success(t`${name} removed`, undefined, undoable(restore))
