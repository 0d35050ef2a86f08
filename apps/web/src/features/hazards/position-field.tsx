import { t } from '@lingui/core/macro'
import { Group, Stack, Text } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { formatPosition } from '../../lib/format-accuracy.ts'
import { ZoneMap } from '../../map/public.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import type { PositionField as Field } from './use-position-field.ts'

export function PositionField({ field }: { field: Field }) {
  const { reading, problem, isReading, read, clear } = field
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="default" icon={IconCurrentLocation} disabled={isReading} onClick={read}>
          {isReading ? t`Finding your position…` : reading ? t`Update my position` : t`Add my position`}
        </Button>
        {reading && (
          <Button variant="subtle" color="gray" onClick={clear}>
            {t`Remove position`}
          </Button>
        )}
      </Group>
      {problem && <ProblemAlert>{problem}</ProblemAlert>}
      {reading && (
        <>
          <ZoneMap label={t`Map of your position`} me={reading} lookAt={reading} />
          <Text span size="xs" c="dimmed">
            {formatPosition(reading)}
          </Text>
        </>
      )}
    </Stack>
  )
}
