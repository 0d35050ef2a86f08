import { plural, t } from '@lingui/core/macro'
import { Anchor } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { isWaiting } from '../../offline/outbox-entry.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { CautionBar } from '../../ui/live/caution-bar.tsx'
import { useNow } from '../../ui/time/use-now.ts'

/** Entries younger than this, in milliseconds, are not shown as waiting while the device is online. */
const gracePeriodMs = 5_000

/** While the device is online, queued entries are shown only after `gracePeriodMs`. */
export function WaitingBar() {
  const now = useNow()
  const entries = useOutbox()
  const waiting = entries.filter(isWaiting).length
  const showsWaiting =
    !navigator.onLine || entries.some(it => isWaiting(it) && now - Date.parse(it.at) > gracePeriodMs)
  const refused = entries.filter(({ state }) => state === 'refused').length
  const texts = [
    showsWaiting &&
      waiting > 0 &&
      plural(waiting, { one: '# item is waiting to be sent.', other: '# items are waiting to be sent.' }),
    refused > 0 && plural(refused, { one: '# item wasn’t accepted.', other: '# items weren’t accepted.' }),
  ].filter(Boolean)
  return (
    <div role="status">
      {texts.length > 0 && (
        <CautionBar icon={<IconClockPause size="1.125rem" aria-hidden />}>
          {texts.join(' ')}{' '}
          <Anchor component={Link} to={paths.waiting} c="inherit" underline="always">
            {t`Show`}
          </Anchor>
        </CautionBar>
      )}
    </div>
  )
}
