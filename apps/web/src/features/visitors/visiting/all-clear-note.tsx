import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { OwnVisit } from '@muster/contract/visitors.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { formatClock } from '../../../lib/format-time.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

/** Says that an emergency or a drill is over. */
export function AllClearNote({
  allClear: { allClearAt, drill },
}: {
  allClear: OwnVisit['allClears'][number]
}) {
  const clock = formatClock(new Date(allClearAt), new Date())
  return (
    <Panel role="status" bd="2px solid var(--m-inside)">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <IconCircleCheck size="1.75rem" color="var(--m-inside)" style={{ flex: 'none' }} aria-hidden />
        <Stack gap={4} align="flex-start">
          {drill && (
            <Tag tone="yellow">
              <Trans>Drill</Trans>
            </Tag>
          )}
          <Text fw={600} size="md">
            {t`All clear at ${clock}. Follow your host.`}
          </Text>
        </Stack>
      </Group>
    </Panel>
  )
}
