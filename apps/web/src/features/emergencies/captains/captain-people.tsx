import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import type { CaptainEmergency } from '@muster/contract/captains.ts'
import type { CaptainPerson } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { isUnknownBadgeName } from '@muster/domain/stand-in-name.ts'
import { IconChevronDown, IconChevronUp, IconShieldCheck, IconSortDescending } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatCount } from '../../../lib/format-count.ts'
import { Button } from '../../../ui/button.tsx'
import { VirtualGrid } from '../../../ui/layout/virtual-grid.tsx'
import { CautionNote } from '../../../ui/states/caution-note.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { FilteredEmpty } from '../../../ui/states/filtered-empty.tsx'
import type { EmergencyMarkToSend } from '../emergency-mark.sender.ts'
import { claimLabel } from '../emergency-words.ts'
import { GoingButton, HelpersLine } from '../going-button.tsx'
import { UnlistedBadges } from '../unlisted-badges.tsx'
import classes from './captain.module.css'
import { CaptainRow } from './captain-row.tsx'
import type { CaptainProps } from './captain-search.ts'
import { filterPeople, sortByState } from './people-filter.ts'
import { useCaptainMarks, useWaitingMarks } from './use-mark.ts'

type Props = CaptainProps & {
  emergency: CaptainEmergency
  /** The assembly point at which the captain stands. */
  place: string
}

/** Milliseconds without a touch after which a new call for help moves to the front by itself. */
const untouchedMs = 4_000

/** The row in place of the unknown badges, which nobody can call by name. */
const badgesRow = 'badges'
type Row = CaptainPerson | typeof badgesRow

const getKey = (row: Row) => (row === badgesRow ? badgesRow : row.id)

/** The order is that of the moment at which the list was opened or sorted, so that nobody else moves under the thumb after a tick. */
export function CaptainPeople({ emergency, place, ...address }: Props) {
  const { search, onSearch } = address
  const { mark, isMarking } = useCaptainMarks(emergency.id, place)
  const { waiting, getState } = useWaitingMarks(emergency.id)
  const [orderStates, setOrderStates] = useState(() => readStates(emergency.people, getState))
  const [showsBadges, setShowsBadges] = useState(false)
  const added = emergency.people.filter(it => !orderStates.has(it.id))
  if (added.length > 0) setOrderStates(new Map([...orderStates, ...readStates(added, getState)]))
  const sort = () => setOrderStates(readStates(emergency.people, getState))
  const getOrderState = (person: CaptainPerson) => orderStates.get(person.id) ?? getState(person)
  const movedCount = emergency.people.filter(it => getOrderState(it) !== getState(it)).length
  const hasNewHelp = emergency.people.some(it => getState(it) === 'help' && getOrderState(it) !== 'help')
  const onTouch = useSortWhileUntouched(hasNewHelp, sort)
  const people = sortByState(filterPeople(emergency.people, search.q ?? ''), getOrderState).filter(
    it => search.state === undefined || getState(it) === 'help' || getOrderState(it) === 'help',
  )
  const rows = foldBadges(people, search.q !== undefined, showsBadges, getOrderState)
  const badgeCount = people.filter(it => isUnknownBadgeName(it.name)).length
  const showsZone = emergency.zones.length > 1
  return (
    <Stack gap="xs" onPointerDownCapture={onTouch} onKeyDownCapture={onTouch}>
      <TooLong listed={emergency.people.length} total={emergency.total} />
      {emergency.people.length === 0 ? (
        <EmptyState
          icon={IconShieldCheck}
          title={t`Nobody is on your list`}
          text={t`Your zones have nobody on the list. People who come in appear here.`}
        />
      ) : people.length === 0 ? (
        <FilteredEmpty
          title={t`Nobody matches`}
          onClear={() => onSearch({ q: undefined, state: undefined }, { replace: true })}
        />
      ) : (
        <VirtualGrid items={rows} getKey={getKey} estimate={80} gap={6} minColumn={420} label={t`People`}>
          {row => {
            if (row === badgesRow)
              return (
                <Button
                  variant="default"
                  mih={48}
                  justify="space-between"
                  aria-expanded={showsBadges}
                  rightSection={
                    showsBadges ? (
                      <IconChevronUp size="1.125rem" aria-hidden />
                    ) : (
                      <IconChevronDown size="1.125rem" aria-hidden />
                    )
                  }
                  onClick={() => setShowsBadges(!showsBadges)}
                >
                  {t`${plural(badgeCount, { one: '# unknown badge', other: '# unknown badges' })}`}
                </Button>
              )
            const waitingMark = waiting.get(row.id)
            return (
              <CaptainRow
                person={{
                  ...row,
                  zoneName: showsZone ? row.zoneName : null,
                  // As on the board: the last sight says more than the entry, except of those who are only seen then.
                  insideSince: row.why === 'visitor' || row.why === 'badge' ? row.insideSince : null,
                }}
                state={getState(row)}
                waiting={waitingMark && waitingText(waitingMark)}
                isBusy={isMarking(row.id)}
                onTick={state => mark([{ ...row, state: getState(row) }], state)}
              >
                <HelpersLine helpers={row.helpers} />
                <GoingButton emergencyId={emergency.id} person={row} />
              </CaptainRow>
            )
          }}
        </VirtualGrid>
      )}
      {/* Above the list, it would move the rows under the thumb that has just ticked. */}
      {movedCount > 0 && (
        <div className={classes.sort}>
          <Button variant="default" mih={44} icon={IconSortDescending} onClick={sort}>
            {t`Sort again`}
          </Button>
        </div>
      )}
      {search.q === undefined && search.state === undefined && (
        <UnlistedBadges count={emergency.unlistedBadges} />
      )}
    </Stack>
  )
}

const readStates = (people: readonly CaptainPerson[], getState: (person: CaptainPerson) => PersonState) =>
  new Map(people.map(it => [it.id, getState(it)]))

/** Puts the unknown badges below one row at the end, unless they are searched for or one of them needs help. */
function foldBadges(
  people: readonly CaptainPerson[],
  isSearched: boolean,
  isUnfolded: boolean,
  getState: (person: CaptainPerson) => PersonState,
): readonly Row[] {
  const isFolded = (it: CaptainPerson) => isUnknownBadgeName(it.name) && getState(it) !== 'help'
  const badges = people.filter(isFolded)
  if (isSearched || badges.length < 2) return people
  return [...people.filter(it => !isFolded(it)), badgesRow, ...(isUnfolded ? badges : [])]
}

/** Sorts as soon as the list was not touched for a while, if there is a reason to. Returns what to call on each touch. */
function useSortWhileUntouched(hasReason: boolean, sort: () => void) {
  const touchedAt = useRef(0)
  const sortIfUntouched = useEffectEvent(() => {
    if (Date.now() - touchedAt.current >= untouchedMs) sort()
  })
  useEffect(() => {
    if (!hasReason) return
    sortIfUntouched()
    const timer = setInterval(sortIfUntouched, 1_000)
    return () => clearInterval(timer)
  }, [hasReason])
  return () => {
    touchedAt.current = Date.now()
  }
}

function waitingText({ state }: EmergencyMarkToSend): string {
  const label = claimLabel({ state })
  return t`${label} · not sent yet. It will be sent when you’re back online.`
}

/** Says that a phone holds only the first people; nothing if it holds all of them. */
export function TooLong({ listed: people, total: all }: { listed: number; total: number }) {
  if (people >= all) return null
  const listed = formatCount(people)
  const total = formatCount(all)
  return (
    <CautionNote>
      <Trans>
        The list has {listed} of {total} people, because it’s too long for a phone.
      </Trans>
    </CautionNote>
  )
}
