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

/** A toast for a success: its title, the text below, and options. */
type SuccessText = string | Readonly<Parameters<typeof notify.success>>
/** A toast for a failure: its title, the text below, and options. */
type FailureText = string | Readonly<Parameters<typeof notifyFailure>>
type RefusableForm<Field extends string> = { refuse: (field: Field, message: string) => void }

export type ActOptions<Output, Input, Field extends string = string> = Pick<
  UseMutationOptions<Output, Error, Input>,
  'mutationKey' | 'scope' | 'onMutate' | 'onError'
> & {
  call: (input: Input) => Promise<Output>
  /** Runs on success, before the toast. */
  onDone?: ((output: Output, input: Input) => unknown) | undefined
  /** The toast on success. Without it, the screen itself shows the change. */
  done?: SuccessText | ((output: Output, input: Input) => SuccessText | undefined)
  /** A string is shown if the server sends no text. Without it, the component that shows `error` reports the failure. */
  failed?: string | ((error: Error) => FailureText)
  /** The form whose fields show refusals, and the field for each error code. */
  refused?: readonly [form: RefusableForm<Field>, fields: Partial<Record<ErrorCode, Field>>]
  /** Queries to refetch; the action stays pending until they have been refetched. */
  invalidates?: readonly QueryKey[]
  /** Queries that the feed's events refetch. They are refetched from here only after a failure, and while the feed is not live. */
  invalidatesUnlessLive?: readonly QueryKey[]
}

/** Shows toasts, marks refused fields and refetches queries. Run it with `mutate(input)`. */
export function useAct<Output, Input = void, Field extends string = string>(
  actOptions: ActOptions<Output, Input, Field>,
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
  } = actOptions
  const client = useQueryClient()
  return useMutation({
    ...options,
    mutationFn: (input: Input) => call(input),
    onSuccess: async (output, input) => {
      await onDone?.(output, input)
      const successText = typeof done === 'function' ? done(output, input) : done
      if (successText)
        notify.success(...(typeof successText === 'string' ? ([successText] as const) : successText))
    },
    onError: (error, ...more) => {
      const field = refused?.[1][errorCode(error) ?? ('' as ErrorCode)]
      if (field !== undefined) refused?.[0].refuse(field, error.message)
      const failureText =
        typeof failed === 'function' ? failed(error) : failed && errorTextWithTime(error, failed)
      if (failureText)
        notifyFailure(...(typeof failureText === 'string' ? ([failureText] as const) : failureText))
      return onError?.(error, ...more)
    },
    onSettled: (_output, error) => {
      const refetch = (keys: readonly QueryKey[]) =>
        Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
      // Report a failure immediately. The write may have succeeded although the response was lost.
      if (error) return void refetch([...invalidates, ...invalidatesUnlessLive])
      reloadUnlessLive(client, ...invalidatesUnlessLive)
      // Stay pending until the data has been refetched, so that nobody presses the button of an outdated row.
      return refetch(invalidates)
    },
  })
}
