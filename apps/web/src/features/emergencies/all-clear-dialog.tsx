import { plural, t } from '@lingui/core/macro'
import { Checkbox, Group, Radio, Stack } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatList } from '../../lib/format-list.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { countPeopleInside, namesShown, toUnfinishedLines } from './unfinished-lines.ts'

type Props = { emergency: EmergencyDetail; opened: boolean; onClose: () => void }

/** The confirmation of the all clear: names what is not finished, and asks once more while people are sought or inside. */
export function AllClearDialog({ emergency, opened, onClose }: Props) {
  const { id: emergencyId, states, drill, people } = emergency
  const help = useNames(emergency, 'help', opened)
  const missing = useNames(emergency, 'missing', opened)
  const teams = useQuery({
    ...orpc.captains.teams.queryOptions({ input: { emergencyId } }),
    enabled: opened,
  })
  const sweeps = useQuery({
    ...orpc.captains.sweeps.queryOptions({ input: { emergencyId } }),
    enabled: opened,
  })
  const activeTeams = (teams.data?.teams ?? []).filter(it => it.endedAt === null)
  const inside = countPeopleInside(activeTeams)
  const isChecking = teams.isLoading || sweeps.isLoading
  const lines = [
    ...toUnfinishedLines({ states, help, missing, teams: activeTeams, sweeps: sweeps.data?.sweeps ?? [] }),
    ...(isChecking ? [t`Checking teams and areas…`] : []),
    ...(teams.isError || sweeps.isError ? [t`Teams and areas couldn’t be loaded. Ask the captains.`] : []),
  ]
  const known = [
    ...(states.help > 0
      ? [t`${plural(states.help, { one: '# person needs help', other: '# people need help' })}`]
      : []),
    ...(states.missing > 0
      ? [t`${plural(states.missing, { one: '# person is missing', other: '# people are missing' })}`]
      : []),
    ...(inside > 0
      ? [
          t`${plural(inside, { one: '# person is inside with a team', other: '# people are inside with teams' })}`,
        ]
      : []),
  ]
  const facts = formatList(known)
  const sentence = known.length > 0 ? t`I know that ${facts}.` : undefined
  // Another sentence has to be ticked again, because somebody else is missing or inside.
  const [tickedSentence, setTickedSentence] = useState<string>()
  const isTicked = sentence === tickedSentence
  const accounted = people - states.help - states.missing
  const [chosenCounts, setChosenCounts] = useState<boolean>()
  // A drill in which most people were never accounted for was hardly one, so that the proposal is no.
  const countsAsDrill = chosenCounts ?? accounted * 2 >= people
  const close = () => {
    setTickedSentence(undefined)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t`Give the all clear?`}
      removes={lines}
      proof={
        (sentence !== undefined || drill) && (
          <Stack>
            {drill && (
              <Radio.Group
                label={
                  emergency.scope === 'zone'
                    ? t`Count as this zone’s drill?`
                    : t`Count as the drill of these zones?`
                }
                description={t`${accounted} of ${plural(people, { one: '# person', other: '# people' })} accounted for`}
                value={countsAsDrill ? 'yes' : 'no'}
                onChange={value => setChosenCounts(value === 'yes')}
              >
                <Group mt="xs" gap="lg">
                  <Radio size="md" value="yes" label={t`Yes`} />
                  <Radio size="md" value="no" label={t`No`} />
                </Group>
              </Radio.Group>
            )}
            {sentence !== undefined && (
              <Checkbox
                size="md"
                label={sentence}
                checked={isTicked}
                onChange={event => setTickedSentence(event.currentTarget.checked ? sentence : undefined)}
              />
            )}
          </Stack>
        )
      }
      confirmLabel={toConfirmLabel(states, inside)}
      workingLabel={t`Sending…`}
      destructive={lines.length > 0}
      disabled={isChecking || (sentence !== undefined && !isTicked)}
      onConfirm={() => api.emergencies.allClear({ emergencyId, ...(drill && { countsAsDrill }) })}
      failure={t`The all clear couldn’t be given. Try again.`}
      invalidates={[orpc.emergencies.key()]}
    >
      {lines.length > 0
        ? t`Everybody who was called will be told that it’s over. Not everything is finished:`
        : t`Everybody who was called will be told that it’s over.`}
    </ConfirmDialog>
  )
}

/** The first names of the people in a state; none until they are loaded. */
function useNames(
  { id: emergencyId, states }: Pick<EmergencyDetail, 'id' | 'states'>,
  state: 'help' | 'missing',
  isEnabled: boolean,
): readonly string[] {
  const query = useQuery({
    ...orpc.emergencies.people.queryOptions({ input: { emergencyId, state, limit: namesShown } }),
    enabled: isEnabled && states[state] > 0,
  })
  return query.data?.rows.map(it => it.name) ?? []
}

/** The action with what is not finished: "All clear with 1 in need of help and 9 missing". */
function toConfirmLabel({ help, missing }: EmergencyDetail['states'], inside: number): string {
  const parts = [
    ...(help > 0 ? [t`${plural(help, { other: '# in need of help' })}`] : []),
    ...(missing > 0 ? [plural(missing, { other: '# missing' })] : []),
    ...(inside > 0 ? [t`${plural(inside, { other: '# inside' })}`] : []),
  ]
  if (parts.length === 0) return t`Give the all clear`
  const unfinished = formatList(parts)
  return t`All clear with ${unfinished}`
}
