import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorReference } from '../../lib/error-text.ts'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { NotOnDevice } from './not-on-device.tsx'
import { StatePanel } from './state-panel.tsx'

/** A failure that can be retried: of a query, or of something else with its error (null if no call failed). */
export type Failure =
  | { query: { error: unknown; refetch: () => unknown; isFetching: boolean } }
  | { error: unknown; onRetry: () => void; retrying?: boolean }

type Props = Failure & {
  /** The failure in the specification's wording: "Failed to load zones". */
  title: string
  text?: ReactNode
  /** Time (ISO 8601) of the last good data, if it is still shown below, greyed out. */
  staleSince?: string
  /** Another action, beside Retry. */
  children?: ReactNode
}

export const readFailure = (failure: Failure) =>
  'query' in failure
    ? {
        error: failure.query.error,
        onRetry: () => void failure.query.refetch(),
        retrying: failure.query.isFetching,
      }
    : failure

/**
 * Shows that data failed to load, with the reference of the error if the server failed. It cannot be mistaken for an empty state: it has a red edge, names the data, offers Retry, and
 * shows the age of older data that is still on the screen. On an offline device without older data it says that the data is not on
 * this device yet, because that is not a failure.
 */
export function ErrorState({ title, text, staleSince, children, ...failure }: Props) {
  const { error, onRetry, retrying } = readFailure(failure)
  const isOnline = useIsOnline()
  const reference = errorReference(error)
  if (!isOnline && !staleSince) return <NotOnDevice>{children}</NotOnDevice>
  return (
    <StatePanel
      icon={IconCloudOff}
      tone="failed"
      role="alert"
      title={title}
      text={
        <>
          {text ?? t`Check your connection and try again.`}
          {staleSince && (
            <>
              {' '}
              <Trans>
                The data below is from <RelativeTime at={staleSince} bySeconds />.
              </Trans>
            </>
          )}
          {reference && !(typeof text === 'string' && text.includes(reference)) && (
            <Text component="p" size="sm" mt={4}>
              {reference}
            </Text>
          )}
        </>
      }
    >
      <Button
        variant="default"
        leftSection={<IconRefresh size="1.125rem" aria-hidden />}
        loading={retrying}
        onClick={onRetry}
      >
        <Trans>Retry</Trans>
      </Button>
      {children}
    </StatePanel>
  )
}
