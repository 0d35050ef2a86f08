import { IconCloudDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from './state-panel.tsx'

export const notOnDevice = 'Not on this device yet'

/** Without a network, what was never read on this device: neither a failure nor an empty list. */
export function NotOnDevice({ children }: { children?: ReactNode }) {
  return (
    <StatePanel
      icon={IconCloudDown}
      role="status"
      title={notOnDevice}
      text="You are offline, and this was never opened here. Go online once: it opens by itself, and most pages then stay readable without a network."
    >
      {children}
    </StatePanel>
  )
}
