import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Textarea, TextInput } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { parIntervalMinutes } from '@muster/domain/par.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { inDialog } from '../../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { MultiSelect, Select } from '../../../ui/forms/select.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'

export type TeamCandidate = { id: string; name: string }

type Props = {
  onClose: () => void
  emergencyId: string
  zones: readonly { id: string; name: string }[]
  teamCount: number
  people?: readonly TeamCandidate[]
}

const intervals = [5, 10, 15, parIntervalMinutes, 30, 60]

export const StartTeamDialog = inDialog(StartForm, { title: t`Send people back in` })

/** Maximum people offered at once. */
const maxOffered = 50

function StartForm({ onClose, emergencyId, zones, teamCount, people }: Props) {
  const number = formatCount(teamCount + 1)
  const [name, setName] = useState(t`Team ${number}`)
  const [zoneId, setZoneId] = useState(zones[0]?.id ?? '')
  const [chosen, setChosen] = useState<readonly TeamCandidate[]>([])
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [minutes, setMinutes] = useState(parIntervalMinutes)
  const [requestId] = useState(() => uuidV7())
  const candidates = useCandidates(emergencyId, people, search)
  const names = typed
    .split('\n')
    .map(it => it.trim().slice(0, 120))
    .filter(Boolean)
  const count = chosen.length + names.length
  const start = useAct({
    call: () =>
      api.captains.startTeam({
        emergencyId,
        zoneId,
        name: name.trim(),
        personIds: chosen.map(it => it.id),
        names,
        intervalMinutes: minutes,
        requestId,
      }),
    onDone: onClose,
    invalidates: [orpc.captains.open.key(), orpc.captains.teams.key()],
  })
  const isComplete = name.trim() !== '' && zoneId !== '' && count > 0 && count <= limits.teamPeopleMost
  const options = [...new Map([...chosen, ...candidates].map(it => [it.id, it])).values()]
  return (
    <ActForm
      form={{ act: start, onClose }}
      label={t`Start the rounds`}
      workingLabel={t`Starting…`}
      disabled={!isComplete}
      failed={t`The team couldn’t be started. Try again.`}
    >
      <TextInput
        label={t`Name`}
        required
        maxLength={80}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      {zones.length > 1 && (
        <Select
          label={t`Zone`}
          data={zones.map(it => ({ value: it.id, label: it.name }))}
          value={zoneId}
          allowDeselect={false}
          onChange={next => next && setZoneId(next)}
        />
      )}
      <MultiSelect
        label={t`People on the list`}
        placeholder={chosen.length === 0 ? t`Search by name` : ''}
        searchable
        data={options.map(it => ({ value: it.id, label: it.name }))}
        limit={maxOffered}
        maxValues={limits.teamPeopleMost}
        nothingFoundMessage={t`Nobody matches`}
        value={chosen.map(it => it.id)}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={ids => setChosen(ids.flatMap(id => options.find(it => it.id === id) ?? []))}
      />
      <Textarea
        label={t`Others, one name a line`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={6_000}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Select
        label={t`Confirm everybody`}
        data={intervals.map(it => ({
          value: String(it),
          label: t`${plural(it, { one: 'every minute', other: 'every # minutes' })}`,
        }))}
        value={String(minutes)}
        allowDeselect={false}
        onChange={next => next && setMinutes(Number(next))}
      />
      {count > limits.teamPeopleMost && (
        <Text c="var(--m-danger)" role="alert">
          <Trans>A team has at most {formatCount(limits.teamPeopleMost)} people.</Trans>
        </Text>
      )}
    </ActForm>
  )
}

/** The people to choose from: those on this device, or those of the roll who match the search. */
function useCandidates(
  emergencyId: string,
  people: readonly TeamCandidate[] | undefined,
  search: string,
): readonly TeamCandidate[] {
  const searchText = useDebouncedText(search.trim())
  const { data } = useQuery({
    ...orpc.emergencies.people.queryOptions({
      input: { emergencyId, search: searchText || undefined, limit: maxOffered },
    }),
    enabled: people === undefined,
  })
  return people ?? data?.rows ?? []
}
