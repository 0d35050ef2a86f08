import { plural, t } from '@lingui/core/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { Emergency } from '@muster/contract/emergencies.ts'
import { Link } from '@tanstack/react-router'
import { toShownName } from '../../lib/shown-name.ts'
import { createZoneClock } from '../../lib/zone-clock.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'

type Props = { emergency: Emergency; onOpen: () => void }

export function OpenCallNotice({ emergency, onOpen }: Props) {
  const { id: emergencyId, kind, zoneName, declaredAt, declaredBy, people, timeZone } = emergency
  const clock = `${createZoneClock(timeZone).formatClock(new Date(declaredAt), new Date())} (${timeZone})`
  const name = toShownName(declaredBy.name)
  return (
    <Stack gap="xs" role="status">
      <div>
        <Text fw={600} size="lg" dir="auto">
          {kindTitle(kind, zoneName)}
        </Text>
        <Text>
          {[
            t`Called at ${clock} by ${name}`,
            t`${plural(people, { one: '# person', other: '# people' })}`,
          ].join(' · ')}
        </Text>
      </div>
      <Button
        size="md"
        renderRoot={props => (
          <Link {...props} to="/emergencies/$emergencyId" params={{ emergencyId }} onClick={onOpen} />
        )}
      >
        {t`Open board`}
      </Button>
    </Stack>
  )
}
