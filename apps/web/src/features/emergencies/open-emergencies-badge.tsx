import { plural, t } from '@lingui/core/macro'
import { UnreadCount } from '../../ui/badges/unread-count.tsx'
import { useOpenEmergencies } from './use-open-emergencies.ts'

export function OpenEmergenciesBadge({ dot }: { dot: boolean }) {
  const { length } = useOpenEmergencies()
  return (
    <UnreadCount unread={length} label={t`${plural(length, { one: '# open', other: '# open' })}`} dot={dot} />
  )
}
