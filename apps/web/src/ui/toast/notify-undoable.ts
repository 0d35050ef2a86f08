import { t } from '@lingui/core/macro'
import { notify } from './notify.ts'

/** Milliseconds for which an act can be undone. */
export const undoMs = 10_000

type Options = {
  /** True if the page announces the act itself. */
  silent?: boolean
}

/** Says in a toast what was done at once, without a question, and offers to undo it. */
export function notifyUndoable(title: string, undo: () => void, options: Options = {}): void {
  notify.success(title, undefined, { ...options, durationMs: undoMs, action: { label: t`Undo`, run: undo } })
}

/** Says that an entry was removed from a list, and offers to restore it. */
export const notifyRemoved = (name: string, restore: () => void): void =>
  notifyUndoable(t`${name} removed`, restore)
