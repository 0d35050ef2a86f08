import { t } from '@lingui/core/macro'
import { IconCloudDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from './state-panel.tsx'

export const notOnDeviceText = t`Not on this device yet`

/** Shown offline in place of data that is not stored on this device: neither a failure nor an empty list. */
export function NotOnDevice({ children }: { children?: ReactNode }) {
  return (
    <StatePanel
      icon={IconCloudDown}
      role="status"
      title={notOnDeviceText}
      text={t`You’re offline, and this page isn’t stored on this device. It will open automatically when you’re back online.`}
    >
      {children}
    </StatePanel>
  )
}
