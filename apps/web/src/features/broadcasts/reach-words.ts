import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Unreached } from '@muster/contract/broadcasts.ts'
import { roleLabel } from '@muster/domain/role.ts'
import { formatCount } from '../../lib/format-count.ts'
import { language } from '../../lib/language.ts'

const list = new Intl.ListFormat(language, { type: 'disjunction' })

/** Lists the addressed people who are not reached, by reason; undefined if everybody is reached. */
export function unreachedWords({ invited, inactive, closedZone, byRole }: Unreached): string | undefined {
  const readUrgent = byRole.reduce((sum, { people }) => sum + people, 0)
  const all = invited + inactive + closedZone + readUrgent
  if (all === 0) return undefined
  const roles = list.format(byRole.map(({ role }) => i18n._(roleLabel(role))))
  const reasons = [
    readUrgent > 0 &&
      t`${formatCount(readUrgent)} with the role ${roles} ${readUrgent === 1 ? 'gets' : 'get'} urgent broadcasts only`,
    invited > 0 && t`${formatCount(invited)} ${invited === 1 ? 'has' : 'have'} not accepted the invitation`,
    inactive > 0 &&
      t`${formatCount(inactive)} ${inactive === 1 ? 'has an account that is' : 'have accounts that are'} suspended or inactive`,
    closedZone > 0 &&
      t`${formatCount(closedZone)} ${closedZone === 1 ? 'is' : 'are'} in a zone that is not active`,
  ]
  const who = all === 1 ? t`1 person is` : t`${formatCount(all)} people are`
  return t`${who} not reached: ${reasons.filter(Boolean).join(', ')}.`
}
