import { plural, t } from '@lingui/core/macro'
import type { NoticeRule } from '@muster/contract/notices.ts'

export function noticeText({
  kind,
  threshold,
  people,
}: Pick<NoticeRule, 'kind' | 'threshold' | 'people'>): string {
  if (kind === 'people')
    return plural(people.length, { one: '# person enters or leaves', other: '# people enter or leave' })
  if (kind === 'zone_empty') return t`The zone is empty`
  if (kind === 'zone_above')
    return plural(threshold ?? 0, {
      one: 'More than # person is inside',
      other: 'More than # people are inside',
    })
  if (kind === 'zone_full') return t`The zone is over its capacity`
  return t`Somebody is expected but not here`
}
