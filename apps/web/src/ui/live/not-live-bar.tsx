import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconClockExclamation } from '@tabler/icons-react'
import { useDataAge } from '../../lib/data-age.tsx'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { CautionBar } from './caution-bar.tsx'
import { useNotLive } from './use-not-live.ts'

/** Shows that the page is not live, and how old its data is. Renders nothing while it is live. */
export function NotLiveBar() {
  return useNotLive() ? <Bar /> : null
}

function Bar() {
  const { oldest, isMissing } = useDataAge()
  const isOnline = useIsOnline()
  return (
    <div role="status">
      <CautionBar icon={<IconClockExclamation size="1.125rem" aria-hidden />} doubtful>
        {isOnline ? t`Not live.` : t`You’re offline.`}
        {oldest !== undefined && (
          <>
            {' '}
            <Trans>
              This data is from <RelativeTime at={new Date(oldest).toISOString()} bySeconds />.
            </Trans>
          </>
        )}
        {/* During repeated retries, skeletons alone would suggest that data may appear at any moment. */}
        {isMissing &&
          ` ${oldest === undefined ? t`Nothing has loaded yet.` : t`Some data hasn’t loaded yet.`}`}
      </CautionBar>
    </div>
  )
}
