import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CautionBar } from './caution-bar.tsx'

type Props = {
  /** Says what it means here. */
  text?: string
  /** What waits on this device to be sent; shown with a network, too. */
  children?: ReactNode
}

/** A slim bar while the device has no network, or while something waits to be sent. */
export function OfflineBar({ text, children }: Props) {
  const { online } = useNetwork()
  const isShown = !online || Boolean(children)
  return (
    <div role="status">
      {isShown && (
        <CautionBar icon={<IconWifiOff size="1.125rem" aria-hidden />} doubtful>
          {!online && 'You are offline.'} {children || (!online && text)}
        </CautionBar>
      )}
    </div>
  )
}
