import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { EmergencyHelper } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { IconWalk } from '@tabler/icons-react'
import { useContext } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { toShownName } from '../../lib/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ClockContext } from '../../ui/time/clock-context.ts'

type Person = {
  readonly id: string
  readonly name: string
  readonly state: PersonState
  readonly helpers?: readonly EmergencyHelper[] | undefined
}

/** Puts the user's name on the row of somebody who needs help, which that person reads, or takes it off again. */
export function GoingButton({
  emergencyId,
  person,
  height = 48,
}: {
  emergencyId: string
  person: Person
  /** In pixels. */
  height?: 36 | 48
}) {
  const isGoing = person.helpers?.some(it => it.isMe) ?? false
  const name = toShownName(person.name)
  const act = useAct({
    call: (going: boolean) => api.emergencies.goTo({ emergencyId, personId: person.id, going }),
    failed: t`That couldn’t be saved. Try again.`,
    invalidates: [orpc.emergencies.people.key(), orpc.captains.open.key()],
  })
  if (person.state !== 'help') return null
  return (
    <Button
      variant={isGoing ? 'default' : 'filled'}
      color="red"
      h={height}
      mih={height}
      px={height === 36 ? 10 : undefined}
      icon={IconWalk}
      iconSize="1.25rem"
      loading={act.isPending}
      aria-label={isGoing ? t`I’m no longer going to ${name}` : t`I’m going to ${name}`}
      onClick={() => act.mutate(!isGoing)}
    >
      {isGoing ? t`Not going` : t`I’m going`}
    </Button>
  )
}

/** Who is going to somebody who needs help, and since when: "Going there: Cap Test, 22:10". */
export function HelpersLine({ helpers = [] }: Pick<Person, 'helpers'>) {
  const clock = useContext(ClockContext)
  if (helpers.length === 0) return null
  const now = new Date()
  const texts = helpers.map(it => {
    const name = it.isMe ? t`you` : toShownName(it.name)
    const time = clock.formatClock(new Date(it.at), now)
    return t`${name}, ${time}`
  })
  const names = texts.join(' · ')
  return (
    <Text fw={600} dir="auto">
      {t`Going there: ${names}`}
    </Text>
  )
}
