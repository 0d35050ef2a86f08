import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { NotOnDevice } from './not-on-device.tsx'
import { StatePanel } from './state-panel.tsx'

type Props = {
  /** Says what failed: the specification's text, "Failed to load zones". */
  title: string
  text?: ReactNode
  onRetry: () => void
  retrying?: boolean
  /** ISO instant of the last good data, when it is still shown (greyed) below. */
  staleSince?: string
  /** Another way out, beside Retry. */
  children?: ReactNode
}

/**
 * Loading failed. Never looks like "nobody here": red edge, what failed, Retry, and the age of what is still shown. Without a network nothing
 * failed: the data is not on this device yet.
 */
export function ErrorState({ title, text, onRetry, retrying = false, staleSince, children }: Props) {
  const online = useIsOnline()
  if (!online && !staleSince) return <NotOnDevice>{children}</NotOnDevice>
  return (
    <StatePanel
      icon={IconCloudOff}
      tone="failed"
      role="alert"
      title={title}
      text={
        <>
          {text ?? 'Check your connection and try again.'}
          {staleSince && (
            <>
              {' '}
              What you see below is from <RelativeTime at={staleSince} bySeconds />.
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
        Retry
      </Button>
      {children}
    </StatePanel>
  )
}
