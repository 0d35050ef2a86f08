import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { locator } from '../../../lib/geolocation/locator.ts'
import type { PositionReading } from '../../../lib/geolocation/reading.ts'
import { useWhileMounted } from '../../../lib/use-while-mounted.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'

type Props = {
  /** Explains which fields are filled in. */
  help: string
  onLocate: (here: PositionReading) => void
  /** Reads the position on mount, without a click. */
  atOnce?: boolean
}

/** Fills the position fields of a form with the person's own position. */
export function FromLocation({ help, onLocate, atOnce = false }: Props) {
  const getSignal = useWhileMounted()
  const [isLocating, setIsLocating] = useState(false)
  const [problem, setProblem] = useState<string>()
  const locate = async () => {
    const signal = getSignal()
    setIsLocating(true)
    setProblem(undefined)
    const position = await locator.find('location', signal)
    if (signal.aborted) return
    setIsLocating(false)
    if ('problem' in position) setProblem(position.problem)
    else onLocate(position)
  }

  const hasStarted = useRef(false)
  useEffect(() => {
    if (!atOnce || hasStarted.current) return
    hasStarted.current = true
    void locate()
  })

  return (
    <>
      <Group gap="8px 12px">
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size="1.125rem" aria-hidden />}
          onClick={() => void locate()}
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
