import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { CautionBar } from './caution-bar.tsx'

type Props = {
  /** How many writes wait on this device to be sent. */
  queued?: number
  /** Says what it means here. */
  text?: string
}

/** A slim bar while the device has no network. */
export function OfflineBar({ queued = 0, text = 'What you see may be out of date.' }: Props) {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <CautionBar icon={<IconWifiOff size="1.125rem" aria-hidden />} doubtful>
          {queued > 0
            ? `You are offline. ${queued === 1 ? '1 item is' : `${queued} items are`} waiting to be sent.`
            : `You are offline. ${text}`}
        </CautionBar>
      )}
    </div>
  )
}
