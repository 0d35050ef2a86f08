import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import type { OwnAllClear } from '@muster/contract/emergencies.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { formatClock } from '../../lib/format-time.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import classes from './emergency-frame.module.css'

export function AllClearWords({
  allClear: { zoneName, drill, brokenOff, allClearAt },
}: {
  allClear: OwnAllClear
}) {
  const clock = formatClock(new Date(allClearAt), new Date())
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <IconCircleCheck size="1.25rem" color="var(--m-inside)" style={{ flex: 'none' }} aria-hidden />
      {drill && <Tag tone="yellow">{t`Drill`}</Tag>}
      <Text fw={600} flex="none">
        {brokenOff ? t`The drill was broken off: this is real` : t`All clear ${clock}`}
      </Text>
      {zoneName !== null && (
        <Text c="dimmed" truncate className={classes.zone}>
          <Name>{zoneName}</Name>
        </Text>
      )}
    </Group>
  )
}
