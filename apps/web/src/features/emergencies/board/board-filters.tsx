import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { type PersonState, type RollGroup, type RollSort, rollGroups } from '@muster/domain/emergency.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { FilterToggle } from '../../../ui/forms/filter-toggle.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { siteSumText, toSiteParts } from '../../../ui/people/site-sum.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import type { BoardProps } from '../emergencies-search.ts'

type Props = BoardProps & { emergency: EmergencyDetail; state: PersonState }

const groupLabels: Readonly<Record<RollGroup, string>> = {
  phone: t`Inside`,
  not_seen: t`Not seen`,
  visitor: t`Visitors`,
  badge: t`Badge`,
  by_hand: t`Added by hand`,
  off_site: t`Not on site`,
}

const sortLabels: Readonly<Record<RollSort, string>> = {
  name: t`By name`,
  unseen: t`Longest not seen first`,
  zone: t`By zone`,
}

export function BoardFilters({ emergency, state, search, onSearch }: Props) {
  const {
    id: emergencyId,
    reasons,
    groups,
    people,
    zones,
    states,
    declaredAt,
    declaredBy,
    timeZone,
  } = emergency
  const searchText = useDebouncedText(search.q?.trim())
  const companies =
    useQuery(orpc.emergencyBoard.places.queryOptions({ input: { emergencyId } })).data?.companies ?? []
  const counts = new Map(groups.filter(it => it.state === state).map(it => [it.group, it.people]))
  const chips = rollGroups.filter(it => counts.has(it) || it === search.group)
  const filter = (changes: typeof search) => onSearch(changes, { replace: true })
  const sorts = (['name', 'unseen', 'zone'] as const).filter(it => it !== 'zone' || zones.length > 1)
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {people === 0
          ? t`Nobody was known to be there, so nobody was called.`
          : siteSumText(toSiteParts(reasons))}
      </Text>
      {(chips.length > 1 || search.group) && (
        <Group gap={6} role="group" aria-label={t`Filter by how we know that people are here`}>
          {chips.map(group => {
            const label = groupLabels[group]
            const count = formatCount(counts.get(group) ?? 0)
            return (
              <FilterToggle
                key={group}
                label={t`${label} ${count}`}
                pressed={search.group === group}
                onToggle={pressed => filter({ group: pressed ? group : undefined })}
              />
            )
          })}
        </Group>
      )}
      {state === 'missing' && (
        <AnsweredFilter
          missing={states.missing}
          answered={emergency.answered ?? 0}
          hasCounts={search.zone === undefined && !searchText && !search.group && !search.company}
          value={search.answered}
          onChoose={answered => filter({ answered })}
        />
      )}
      <Group gap="xs" grow>
        {(companies.length > 0 || search.company) && (
          <Select
            aria-label={t`Company`}
            placeholder={t`Company`}
            clearable
            searchable
            data={[
              ...new Set([...companies.map(it => it.company), ...(search.company ? [search.company] : [])]),
            ]}
            value={search.company ?? null}
            onChange={company => filter({ company: company ?? undefined })}
          />
        )}
        <Select
          aria-label={t`Sort by`}
          data={sorts.map(value => ({ value, label: sortLabels[value] }))}
          value={search.sort ?? 'name'}
          allowDeselect={false}
          onChange={value => filter({ sort: sorts.find(it => it === value && it !== 'name') })}
        />
      </Group>
      <Text c="dimmed">
        <Trans>
          Called at <RelativeTime at={declaredAt} form="clock" /> by <Name>{declaredBy.name}</Name>. Times are
          those of {timeZone}.
        </Trans>
      </Text>
    </Stack>
  )
}

type AnsweredProps = {
  missing: number
  /** The number of the missing who have said something. */
  answered: number
  /** False while the list is filtered otherwise too: the numbers are those of everybody. */
  hasCounts: boolean
  value: 'yes' | 'no' | undefined
  onChoose: (value: 'yes' | 'no' | undefined) => void
}

/** Filters the missing by whether they have said anything, once somebody has. */
function AnsweredFilter({ missing, answered, hasCounts, value, onChoose }: AnsweredProps) {
  // Once shown it stays, because somebody may be choosing.
  const [wasShown, setShown] = useState(false)
  const isShown = wasShown || answered > 0 || value !== undefined
  if (isShown !== wasShown) setShown(isShown)
  if (!isShown) return null
  const answeredCount = formatCount(answered)
  const silentCount = formatCount(Math.max(0, missing - answered))
  return (
    <SegmentedControl
      aria-label={t`Filter missing people by answer`}
      // A label that is cut off would lose its number.
      styles={{ label: { whiteSpace: 'normal' } }}
      w="100%"
      maw={480}
      value={value ?? 'all'}
      onChange={chosen => onChoose(chosen === 'yes' || chosen === 'no' ? chosen : undefined)}
      data={[
        { value: 'all', label: t`All` },
        { value: 'no', label: hasCounts ? t`No answer: ${silentCount}` : t`No answer` },
        { value: 'yes', label: hasCounts ? t`Answered: ${answeredCount}` : t`Answered` },
      ]}
    />
  )
}
