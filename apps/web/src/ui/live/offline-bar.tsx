import { Trans } from '@lingui/react/macro'
import { IconWifiOff } from '@tabler/icons-react'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { CautionBar } from './caution-bar.tsx'

/** A slim bar shown while the device has no network. `text` explains what that means on this page. */
export function OfflineBar({ text }: { text: string }) {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <CautionBar icon={<IconWifiOff size="1.125rem" aria-hidden />} doubtful>
          <Trans>You’re offline. {text}</Trans>
        </CautionBar>
      )}
    </div>
  )
}
