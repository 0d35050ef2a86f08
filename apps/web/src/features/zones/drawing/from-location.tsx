import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import type { PositionReading } from '../../../lib/geolocation/reading.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { useFromLocation } from './use-from-location.ts'

type Props = {
  /** Explains which fields are filled in. */
  help: string
  onLocate: (here: PositionReading) => void
}

/** Fills the position fields of a form with the person's own position. */
export function FromLocation({ help, onLocate }: Props) {
  const { locate, isLocating, problem } = useFromLocation(onLocate)
  return (
    <>
      <Group gap="8px 12px">
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size="1.125rem" aria-hidden />}
          onClick={locate}
          disabled={isLocating}
        >
          {isLocating ? t`Finding you…` : t`From Location`}
        </Button>
        <Text span size="xs" c="dimmed">
          {help}
        </Text>
      </Group>
      {problem && <ProblemAlert title={t`Failed to get current location`}>{problem}</ProblemAlert>}
    </>
  )
}
