import { plural, t } from '@lingui/core/macro'
import type { Unreached } from '@muster/contract/broadcasts.ts'
import type { ReachCounts } from '@muster/contract/reach.ts'
import { formatList } from '../../lib/format-list.ts'

/** Describes how many of the addressed people are not reached, by reason; undefined if everybody is reached. */
export function unreachedText({ invited, inactive, closedZone, byRole }: Unreached): string | undefined {
  const urgentOnly = byRole.reduce((sum, { people }) => sum + people, 0)
  const reasons = [
    urgentOnly > 0 &&
      t`${plural(urgentOnly, {
        one: '# supervisor or worker only gets urgent broadcasts',
        other: '# supervisors or workers only get urgent broadcasts',
      })}`,
    invited > 0 &&
      t`${plural(invited, {
        one: '# person with an open invitation doesn’t get it',
        other: '# people with an open invitation don’t get it',
      })}`,
    inactive > 0 &&
      t`${plural(inactive, {
        one: '# person with a suspended or inactive account doesn’t get it',
        other: '# people with a suspended or inactive account don’t get it',
      })}`,
    closedZone > 0 &&
      t`${plural(closedZone, {
        one: '# person in an inactive zone doesn’t get it',
        other: '# people in an inactive zone don’t get it',
      })}`,
  ].filter(reason => reason !== false)
  return reasons.length > 0 ? `${formatList(reasons)}.` : undefined
}

/** Describes how many people get it only when they sign in again; undefined if everybody is signed in. */
export const signedOutText = ({ none }: ReachCounts): string | undefined =>
  none > 0
    ? t`${plural(none, { one: '# is not signed in and sees it later', other: '# are not signed in and see it later' })}`
    : undefined
