import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { NotOnDevice } from './not-on-device.tsx'
import { StatePanel } from './state-panel.tsx'

type Props = {
  /** Names the failure in the specified words: "Failed to load zones". */
  title: string
  text?: ReactNode
  onRetry: () => void
  retrying?: boolean
  /** ISO instant of the last good data, if it is still shown (greyed out) below. */
  staleSince?: string
  /** Another action, beside Retry. */
  children?: ReactNode
}

/**
 * A failure to load. It never looks like an empty state: red edge, the data that failed to load, Retry, and the age of data still
 * shown. Offline it is not shown as a failure, because the data is not on this device yet.
 */
export function ErrorState({ title, text, onRetry, retrying = false, staleSince, children }: Props) {
  const isOnline = useIsOnline()
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
