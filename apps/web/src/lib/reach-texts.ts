import { plural, t } from '@lingui/core/macro'
import type { ReachCounts } from '@muster/contract/reach.ts'

/** "2 get a notification on a device · 4 only see it in the app, if they open it". Those with a device are always named. */
export function reachText({ device, app }: ReachCounts): string {
  const parts = [
    t`${plural(device, { one: '# gets a notification on a device', other: '# get a notification on a device' })}`,
  ]
  if (app > 0)
    parts.push(
      t`${plural(app, { one: '# only sees it in the app, if they open it', other: '# only see it in the app, if they open it' })}`,
    )
  return parts.join(' · ')
}

/** Names those whom something urgent cannot reach, and the way left to them; undefined if there are none. */
export const notReachedText = ({ none }: ReachCounts): string | undefined =>
  none > 0
    ? t`${plural(none, { one: '# cannot be reached: call or fetch them.', other: '# cannot be reached: call or fetch them.' })}`
    : undefined
