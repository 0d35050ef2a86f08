import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconClockExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDataAge } from '../../lib/data-age.tsx'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import classes from './age-grey.module.css'
import { CautionBar } from './caution-bar.tsx'
import { StaleContext } from './stale-context.ts'
import { useNotLive } from './use-not-live.ts'

/**
 * Wraps a region that shows data: the page (`as="main"`, done by the shell), a sheet, or a dialog with a list. While the feed is
 * down, it greys out the data and shows its age above. Buttons and forms keep their colours, because they still work.
 */
export function LiveScope({ as: Element = 'div', children, ...props }: Props) {
  const isNotLive = useNotLive()
  return (
    <>
      {isNotLive && <NotLiveBar />}
      <StaleContext value={isNotLive}>
        <Element
          {...props}
          className={`${classes.age} ${props.className ?? classes.plain}`}
          data-stale={isNotLive || undefined}
        >
          {children}
        </Element>
      </StaleContext>
    </>
  )
}

type Props = {
  as?: 'main' | 'div'
  id?: string
  className?: string | undefined
  tabIndex?: number
  children: ReactNode
}

function NotLiveBar() {
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
