import { t } from '@lingui/core/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { OwnVisit } from '@muster/contract/visitors.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { formatClock } from '../../../lib/format-time.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

type Props = {
  allClear: OwnVisit['allClears'][number]
  /** True for somebody who has left and follows nobody. */
  hasLeft?: boolean
}

/** Says that an emergency or a drill is over. Only for pages that show no open one. */
export function AllClearNote({ allClear: { allClearAt, drill, zoneName }, hasLeft = false }: Props) {
  const clock = formatClock(new Date(allClearAt), new Date())
  return (
    <Panel role="status" bd="2px solid var(--m-inside)">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <IconCircleCheck size="1.75rem" color="var(--m-inside)" style={{ flex: 'none' }} aria-hidden />
        <Stack gap={4} align="flex-start">
          {drill && <Tag tone="yellow">{t`Drill`}</Tag>}
          <Text fw={600} size="md">
            {zoneName === null ? t`All clear at ${clock}.` : t`All clear for ${zoneName} at ${clock}.`}
          </Text>
          {!hasLeft && <Text>{t`Follow your host.`}</Text>}
        </Stack>
      </Group>
    </Panel>
  )
}
