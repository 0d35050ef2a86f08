import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorReference, errorText } from '../../lib/error-text.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { Button } from '../button.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { NotOnDevice } from './not-on-device.tsx'
import { StatePanel } from './state-panel.tsx'

type FailedQuery = { error: unknown; refetch: () => unknown; isFetching: boolean }
type FailedList = { error?: unknown; retry: () => void; retrying: boolean; staleSince?: string | undefined }

/** A failure that can be retried: of a query, of a list, or of something else with its error (null if no call failed). */
export type Failure =
  | { query: FailedQuery & Partial<Parameters<typeof getStaleSince>[0]> }
  | { list: FailedList }
  | { error: unknown; onRetry: () => void; retrying?: boolean }

type Props = Failure & {
  /** The failure in the specification's wording: "Failed to load zones". */
  title: string
  /** Without it, the server’s own text, if it refused. */
  text?: ReactNode
  /** Time (ISO 8601) of the last good data, if it is still shown below, greyed out. A query or a list knows it. */
  staleSince?: string | undefined
  /** Another action, beside Retry. */
  children?: ReactNode
}

export function readFailure(failure: Failure) {
  if ('list' in failure) return { ...failure.list, onRetry: failure.list.retry }
  if (!('query' in failure)) return { ...failure, staleSince: undefined }
  const { error, refetch, isFetching, isError = false, data, dataUpdatedAt = 0 } = failure.query
  const staleSince = getStaleSince({ isError, data, dataUpdatedAt })
  return { error, onRetry: () => void refetch(), retrying: isFetching, staleSince }
}

/**
 * Shows that data failed to load, with the reference of the error if the server failed. It cannot be mistaken for an empty state: it has a red edge, names the data, offers Retry, and
 * shows the age of older data that is still on the screen. On an offline device without older data it says that the data is not on
 * this device yet, because that is not a failure.
 */
export function ErrorState({ title, text: ownText, staleSince: since, children, ...failure }: Props) {
  const { error, onRetry, retrying, staleSince = since } = readFailure(failure)
  const isOnline = useIsOnline()
  const reference = errorReference(error)
  const text = ownText ?? (errorText(error, '') || t`Check your connection and try again.`)
  if (!isOnline && !staleSince) return <NotOnDevice>{children}</NotOnDevice>
  return (
    <StatePanel
      icon={IconCloudOff}
      tone="failed"
      role="alert"
      title={title}
      text={
        <>
          {text}
          {staleSince && (
            <>
              {' '}
              <Trans>
                The data below is from <RelativeTime at={staleSince} bySeconds />.
              </Trans>
            </>
          )}
          {reference && !(typeof text === 'string' && text.includes(reference)) && (
            <Text component="p" mt={4}>
              {reference}
            </Text>
          )}
        </>
      }
    >
      <Button variant="default" icon={IconRefresh} loading={retrying} onClick={onRetry}>
        {t`Retry`}
      </Button>
      {children}
    </StatePanel>
  )
}
