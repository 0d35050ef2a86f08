import { plural, t } from '@lingui/core/macro'
import type { QueryKey } from '@tanstack/react-query'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { useAct } from '../forms/use-act.ts'
import { notify } from './notify.ts'
import { undoable } from './notify-undoable.ts'

/** A call that restores what some of the changed items had before (`undoSteps` in the contract). */
type UndoStep<To> = { readonly to: To; readonly ids: string[] }
type Options<To> = {
  /** Restores one step, and returns how many of its items could not be restored. */
  call: (step: UndoStep<To>) => Promise<number>
  invalidates: readonly QueryKey[]
}

/** Returns a function that says what was done to many items, and offers to restore what each of them had before. */
export function useUndoMany<To>({ call, invalidates }: Options<To>) {
  const undo = useAct({
    call: async (steps: readonly UndoStep<To>[]) => {
      let refused = 0
      for (const step of steps) refused += await call(step)
      return refused
    },
    done: refused => [
      t`Undone`,
      refused > 0
        ? t`${plural(refused, { one: '# couldn’t be restored.', other: '# couldn’t be restored.' })}`
        : undefined,
    ],
    failed: error => [t`Not everything was undone`, errorTextWithTime(error, t`Some couldn’t be restored.`)],
    invalidates,
  })
  return (title: string, text: string | undefined, steps: readonly UndoStep<To>[]) =>
    notify.success(title, text, steps.length > 0 ? undoable(() => undo.mutate(steps)) : {})
}
