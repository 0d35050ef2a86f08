import type { ErrorCode } from '@muster/contract/errors.ts'
import {
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { errorCode, errorTextWithTime } from '../../lib/error-text.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { notify } from '../toast/notify.ts'
import { notifyFailure } from '../toast/notify-failure.ts'

/** A notice: its title, the text below, and what is special about it. */
type Words = string | Readonly<Parameters<typeof notify.success>>
/** The same of a failure. */
type FailureWords = string | Readonly<Parameters<typeof notifyFailure>>
type Refusable<Field extends string> = { refuse: (field: Field, message: string) => void }

export type Act<Output, Input, Field extends string = string> = Pick<
  UseMutationOptions<Output, Error, Input>,
  'mutationKey' | 'scope' | 'onMutate' | 'onError'
> & {
  call: (input: Input) => Promise<Output>
  /** Runs once it is done, before the notice. */
  onDone?: ((output: Output, input: Input) => unknown) | undefined
  /** The notice once it is done. Without it the screen itself shows what changed. */
  done?: Words | ((output: Output, input: Input) => Words | undefined)
  /** The notice of a failure: the server's words for it, or these. Without it the place that shows `error` says it. */
  failed?: string | ((error: Error) => FailureWords)
  /** The form whose fields say refusals, and the field of each code. */
  refused?: readonly [form: Refusable<Field>, fields: Partial<Record<ErrorCode, Field>>]
  /** Queries that are asked again; the act ends when they are read. */
  invalidates?: readonly QueryKey[]
  /** Queries that an event of the feed asks again: asked from here only after a failure, and while the feed is not live. */
  invalidatesUnlessLive?: readonly QueryKey[]
}

/** A write: what it calls, what is said once it is done or failed, and what is read again. Run by `mutate(input)`. */
export function useAct<Output, Input = void, Field extends string = string>(
  act: Act<Output, Input, Field>,
): UseMutationResult<Output, Error, Input> {
  const {
    call,
    onDone,
    done,
    failed,
    refused,
    invalidates = [],
    invalidatesUnlessLive = [],
    onError,
    ...options
  } = act
  const client = useQueryClient()
  return useMutation({
    ...options,
    mutationFn: (input: Input) => call(input),
    onSuccess: async (output, input) => {
      await onDone?.(output, input)
      const words = typeof done === 'function' ? done(output, input) : done
      if (words) notify.success(...(typeof words === 'string' ? ([words] as const) : words))
    },
    onError: (error, ...more) => {
      const field = refused?.[1][errorCode(error) ?? ('' as ErrorCode)]
      if (field !== undefined) refused?.[0].refuse(field, error.message)
      const why = typeof failed === 'function' ? failed(error) : failed && errorTextWithTime(error, failed)
      if (why) notifyFailure(...(typeof why === 'string' ? ([why] as const) : why))
      return onError?.(error, ...more)
    },
    onSettled: (_output, error) => {
      const ask = (keys: readonly QueryKey[]) =>
        Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
      // A failure is said at once. What was asked for may have been done although the answer was lost.
      if (error) return void ask([...invalidates, ...invalidatesUnlessLive])
      reloadUnlessLive(client, ...invalidatesUnlessLive)
      // The act is pending until they are read: nobody presses the button of a row that is as it was.
      return ask(invalidates)
    },
  })
}
