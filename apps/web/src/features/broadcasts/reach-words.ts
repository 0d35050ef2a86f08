import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { Unreached } from '@muster/contract/broadcasts.ts'
import type { ReachCounts } from '@muster/contract/reach.ts'
import { roleLabel } from '@muster/domain/role.ts'
import { formatList } from '../../lib/format-list.ts'
import { language } from '../../lib/language.ts'

const disjunction = new Intl.ListFormat(language, { type: 'disjunction' })

/** Describes how many of the addressed people are not reached, by reason; undefined if everybody is reached. */
export function unreachedText({ invited, inactive, closedZone, byRole }: Unreached): string | undefined {
  const urgentOnly = byRole.reduce((sum, { people }) => sum + people, 0)
  const total = invited + inactive + closedZone + urgentOnly
  if (total === 0) return undefined
  const roles = disjunction.format(byRole.map(({ role }) => i18n._(roleLabel(role))))
  const reasons = [
    urgentOnly > 0 &&
      t`${plural(urgentOnly, {
        one: `# with the role ${roles} gets urgent broadcasts only`,
        other: `# with the role ${roles} get urgent broadcasts only`,
      })}`,
    invited > 0 &&
      t`${plural(invited, {
        one: '# hasn’t accepted the invitation',
        other: '# haven’t accepted the invitation',
      })}`,
    inactive > 0 &&
      t`${plural(inactive, {
        one: '# has a suspended or inactive account',
        other: '# have a suspended or inactive account',
      })}`,
    closedZone > 0 &&
      t`${plural(closedZone, { one: '# is in an inactive zone', other: '# are in an inactive zone' })}`,
  ]
  const list = formatList(reasons.filter(reason => reason !== false))
  return t`${plural(total, { one: `It doesn’t reach # person: ${list}.`, other: `It doesn’t reach # people: ${list}.` })}`
}

/** Describes how many people get it only when they sign in again; undefined if everybody is signed in. */
export const signedOutText = ({ none }: ReachCounts): string | undefined =>
  none > 0
    ? t`${plural(none, { one: '# is not signed in and sees it later', other: '# are not signed in and see it later' })}`
    : undefined
