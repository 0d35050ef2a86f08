import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { CaptainEmergency, CaptainRollPerson } from '@muster/contract/captains.ts'
import { isAccounted, type PersonState } from '@muster/domain/emergency.ts'
import { IconLifebuoy, IconShieldCheck, IconSortDescending } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../../lib/format-count.ts'
import { formatList } from '../../../lib/format-list.ts'
import { toShownName } from '../../../lib/shown-name.ts'
import { ListSearch } from '../../../ui/forms/search-field.tsx'
import { VirtualGrid } from '../../../ui/layout/virtual-grid.tsx'
import { CautionNote } from '../../../ui/states/caution-note.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilteredEmpty } from '../../../ui/states/filtered-empty.tsx'
import type { EmergencyMarkToSend } from '../emergency-mark.sender.ts'
import { claimLabel } from '../emergency-words.ts'
import classes from './captain.module.css'
import { CaptainRow } from './captain-row.tsx'
import type { CaptainProps } from './captain-search.ts'
import { filterPeople, sortByState } from './people-filter.ts'
import { PlaceSelect } from './place-select.tsx'
import { useMark } from './use-mark.ts'
import { usePlace } from './use-place.ts'

type Props = CaptainProps & { emergency: CaptainEmergency; points: readonly string[] }

/** Maximum people named in the line about calls for help. */
const maxNames = 3

const getKey = ({ id }: CaptainRollPerson) => id

/**
 * The people of a captain's zones, whoever is missing first. The order is that of the moment at which the list was opened or sorted,
 * so that no other person moves under the thumb after a tick.
 */
export function CaptainPeople({ emergency, points, ...address }: Props) {
  const [place, choosePlace] = usePlace()
  const { mark, markedId, waiting } = useMark(emergency.id)
  const getState = (person: CaptainRollPerson): PersonState => {
    const state = waiting.get(person.id)?.state
    return state === undefined || state === 'undone' ? person.state : state
  }
  const [orderStates, setOrderStates] = useState(() => readStates(emergency.people, getState))
  const getOrderState = (person: CaptainRollPerson) => orderStates.get(person.id) ?? getState(person)
  const moved = emergency.people.filter(it => getOrderState(it) !== getState(it)).length
  const people = sortByState(filterPeople(emergency.people, address.search.q ?? ''), getOrderState)
  const accounted = formatCount(emergency.people.filter(it => isAccounted(getState(it))).length)
  const help = emergency.people.filter(it => getState(it) === 'help')
  const total = formatCount(emergency.people.length)
  return (
    <Stack gap="xs">
      <div>
        <Text className={classes.figure} role="status">
          <Trans>
            {accounted} of {total} accounted
          </Trans>
        </Text>
        <Progress
          mt={2}
          size="sm"
          color="green"
          value={share(emergency.people, getState)}
          aria-label={t`People accounted for`}
        />
      </div>
      {help.length > 0 && <HelpLine people={help} />}
      {emergency.people.length < emergency.total && <TooLong emergency={emergency} />}
      <div className={classes.tools}>
        <PlaceSelect points={points} place={place} onChoose={choosePlace} />
        {emergency.people.length > 8 && <ListSearch label={t`Search by name`} {...address} />}
        {moved > 0 && (
          <Button
            variant="default"
            mih={44}
            leftSection={<IconSortDescending size="1.125rem" aria-hidden />}
            onClick={() => setOrderStates(readStates(emergency.people, getState))}
          >
            <Trans>Missing first</Trans>
          </Button>
        )}
      </div>
      {emergency.people.length === 0 ? (
        <EmptyState
          icon={IconShieldCheck}
          title={t`Nobody is on your list`}
          text={t`Your zones have nobody on the list. People who come in appear here.`}
        />
      ) : people.length === 0 ? (
        <FilteredEmpty
          title={t`Nobody matches`}
          onClear={() => address.onSearch({ q: undefined }, { replace: true })}
        />
      ) : (
        <VirtualGrid items={people} getKey={getKey} estimate={140} minColumn={420} label={t`People`}>
          {person => {
            const waitingMark = waiting.get(person.id)
            return (
              <CaptainRow
                person={person}
                state={getState(person)}
                needs={person.needs}
                disputed={person.disputed}
                claims={person.claims}
                waiting={waitingMark && waitingText(waitingMark)}
                isBusy={markedId === person.id}
                onTick={state => mark({ person, state, place, before: getState(person) })}
              />
            )
          }}
        </VirtualGrid>
      )}
    </Stack>
  )
}

const readStates = (
  people: readonly CaptainRollPerson[],
  getState: (person: CaptainRollPerson) => PersonState,
) => new Map(people.map(it => [it.id, getState(it)]))

function share(
  people: readonly CaptainRollPerson[],
  getState: (person: CaptainRollPerson) => PersonState,
): number {
  return people.length === 0
    ? 100
    : (people.filter(it => isAccounted(getState(it))).length / people.length) * 100
}

function waitingText({ state }: EmergencyMarkToSend): string {
  const label = claimLabel({ state })
  return t`${label} · not sent yet. It will be sent when you’re back online.`
}

/** Names those who need help, because they are below the missing. */
function HelpLine({ people }: { people: readonly CaptainRollPerson[] }) {
  const names = formatList(people.slice(0, maxNames).map(it => toShownName(it.name)))
  const others = people.length - maxNames
  const countText = t`${plural(people.length, { one: '# person needs help', other: '# people need help' })}`
  const more = formatCount(others)
  return (
    <Group gap="xs" wrap="nowrap" c="var(--m-danger)" fw={600} role="status">
      <IconLifebuoy size="1.25rem" style={{ flex: 'none' }} aria-hidden />
      <span dir="auto">
        {countText}: {others > 0 ? t`${names} and ${more} more` : names}
      </span>
    </Group>
  )
}

function TooLong({ emergency }: { emergency: CaptainEmergency }) {
  const listed = formatCount(emergency.people.length)
  const total = formatCount(emergency.total)
  return (
    <CautionNote>
      <Trans>
        The list has {listed} of {total} people, because it’s too long for a phone.
      </Trans>
    </CautionNote>
  )
}
