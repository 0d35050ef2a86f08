import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { NoticeWatcher } from '@muster/contract/notices.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { OwnNotices } from './own-notices.tsx'
import { useNotices } from './use-notices.ts'
import { ZoneNotices, type ZoneRule } from './zone-notices.tsx'

export function NoticeSettings() {
  const { may } = useSelectedZone()
  const query = useNotices()
  if (!query.data) return <Loaded query={query} failure={t`Failed to load your notices`} skeleton={3} />
  const { rules, watchers } = query.data
  const zoneRules = rules.filter((rule): rule is ZoneRule => rule.zoneId !== null)
  return (
    <Stack gap="md">
      <OwnNotices rules={rules} />
      {(may('view_attendance') || zoneRules.length > 0) && (
        <Stack gap="xs">
          <h3>{t`Zones and people`}</h3>
          <ZoneNotices rules={zoneRules} />
        </Stack>
      )}
      {watchers.length > 0 && <Watchers watchers={watchers} />}
      <Text size="xs" c="dimmed">
        <Trans>
          Notices come within a minute or two. During your quiet hours they wait in the inbox, and are pushed
          afterwards.
        </Trans>
      </Text>
    </Stack>
  )
}

/** Says who follows the person, because being followed is no secret. */
function Watchers({ watchers }: { watchers: readonly NoticeWatcher[] }) {
  return (
    <div>
      <h3>{t`Told when you enter or leave`}</h3>
      <ul>
        {watchers.map(({ zoneId, zoneName, userId, name }) => (
          <li key={`${zoneId} ${userId}`}>
            <bdi>{name}</bdi> (<bdi>{zoneName}</bdi>)
          </li>
        ))}
      </ul>
    </div>
  )
}
