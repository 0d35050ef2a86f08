import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Kbd, Stack, Text, UnstyledButton } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import { isCalledOffSite, type PersonState } from '@muster/domain/emergency.ts'
import { IconCheck, IconChevronDown, IconChevronUp, IconFilter, IconShieldCheck } from '@tabler/icons-react'
import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { readDetails, readFilters } from '../../../lib/search-props.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { useRowKeys } from '../../../ui/dialogs/use-row-keys.ts'
import { ListSearch } from '../../../ui/forms/search-field.tsx'
import { List } from '../../../ui/layout/list.tsx'
import { SelectionBar } from '../../../ui/layout/selection-bar.tsx'
import { useIsWide } from '../../../ui/layout/use-is-wide.ts'
import { usePeopleSelection } from '../../../ui/people/use-people-selection.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { type useSweepsAndTeams, WorkButtons } from '../captains/board-sweeps-and-teams.tsx'
import type { BoardProps } from '../emergencies-search.ts'
import { soughtHeading, stateLabels } from '../emergency-words.ts'
import rowClasses from '../roll-row.module.css'
import { RollRow } from '../roll-row.tsx'
import { UnlistedBadges } from '../unlisted-badges.tsx'
import { BoardFilters } from './board-filters.tsx'
import { BoardPlaces, PlaceFilters, unknownPlace } from './board-places.tsx'
import { MissingMap } from './missing-map.tsx'
import { PersonDrawer } from './person-drawer.tsx'
import classes from './roll.module.css'
import { useHand, useHeldRows, useMoveGuard } from './use-held-rows.ts'
import { useLastPositions } from './use-last-positions.ts'
import { useMarkFollowUp } from './use-mark-follow-up.ts'
import { useMarks } from './use-marks.ts'

type Props = BoardProps & {
  emergency: EmergencyDetail
  state: PersonState
  work: ReturnType<typeof useSweepsAndTeams>['entries']
}

const noPeople: readonly RollPerson[] = []

/** Width in pixels from which the map stands beside the list. */
const minTwoColumnPx = 860
/** Maximum people who need help that are pinned above another list. */
const pinnedMost = 50

/** People who need help are listed first. Rows keep their places while a pointer or finger is in the list. */
export function Roll({ emergency, state, work, ...address }: Props) {
  const { search, onSearch } = address
  const { id: emergencyId, states } = emergency
  const searchText = useDebouncedText(search.q?.trim()) || undefined
  const columnsRef = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(columnsRef, minTwoColumnPx)
  const { place, group, company, sort, zone } = search
  const answered = state === 'missing' ? search.answered : undefined
  const isSought = state === 'missing' || state === 'help'
  const isOpen = emergency.allClearAt === null
  const { positions, read } = useLastPositions(emergencyId, isOpen)
  const isFiltered = [zone, place, answered, group, company].some(it => it !== undefined)
  const filter = {
    ...{ state, search: searchText, zoneId: zone, answered, group, company, sort },
    place: place === undefined ? undefined : place === unknownPlace ? '' : place,
  }
  const list = usePeople(emergencyId, filter)
  const pinsHelp = state !== 'help' && states.help > 0
  const helpList = usePeople(emergencyId, { state: 'help', limit: pinnedMost }, pinsHelp)
  const hand = useHand()
  const listKey = JSON.stringify(filter)
  const steadyList = useHeldRows(list.rows, {
    isHeld: hand.isIn,
    // The rows of the filter before are another list.
    listKey: `${listKey} ${list.query.isPlaceholderData}`,
    bringsNew: state === 'help',
  })
  // A call for help never waits.
  const pinned = useHeldRows(helpList.rows, { isHeld: hand.isIn, listKey, bringsNew: true })
  const fold = useFoldedUnknown(steadyList.rows, listKey)
  const shown = useMemo(() => [...pinned.rows, ...fold.rows], [pinned.rows, fold.rows])
  const guard = useMoveGuard(useMemo(() => shown.map(it => it.row.id), [shown]))
  const changes = steadyList.changes + pinned.changes
  const changeCount = formatCount(changes)
  const people = useMemo(() => shown.filter(it => !it.isGone).map(it => it.row), [shown])
  const { listRef, onMark } = useMarkFollowUp(people, states)
  const markable = people.filter(it => it.mayMark)
  const selection = usePeopleSelection(listKey)
  const selected = markable.filter(it => selection.ids.has(selectionKey(it)))
  const shownKeys = people.map(selectionKey)
  const marks = useMarks(emergencyId, {
    onMark(marked) {
      for (const { id } of marked.people) {
        const person = people.find(it => it.id === id)
        if (person) onMark(person, marked.state, marked.isQueued)
      }
      const markedIds = new Set(marked.people.map(it => it.id))
      if (selected.every(it => markedIds.has(it.id))) selection.clear()
    },
  })
  useRowKeys({
    s: id => {
      const person = markable.find(it => it.id === id)
      if (person && person.state !== 'safe' && !marks.isMarking(id)) marks.mark([person], 'safe')
    },
    x: id => {
      const person = people.find(it => it.id === id)
      if (person) selection.toggle(selectionKey(person), shownKeys, false)
    },
  })
  const details = readDetails(address, 'person')
  const headings = findHeadings(people, emergency, {
    state,
    isFiltered: isFiltered || searchText !== undefined,
    isPending: list.query.isPlaceholderData,
  })
  const map = isSought && (
    <MissingMap
      emergency={emergency}
      positions={positions}
      read={read}
      filter={{ state, q: searchText, zone, group, company }}
      chosen={search.person}
      onChoose={person => onSearch({ person }, { replace: true })}
    />
  )
  const toRow = ({ row, isGone }: (typeof shown)[number]) => (
    <RollRow
      person={row}
      emergency={emergency}
      position={positions.get(row.id)}
      isGone={isGone}
      {...details.row(row.id)}
      {...(markable.length > 0 && {
        selection: {
          isSelected: selection.ids.has(selectionKey(row)),
          onToggle: (isRange: boolean) => selection.toggle(selectionKey(row), shownKeys, isRange),
        },
      })}
      onMark={onMark}
    />
  )
  return (
    <div ref={columnsRef} className={classes.columns} data-wide={isWide || undefined}>
      <section aria-label={stateLabels[state]}>
        <Stack gap="xs">
          <PlaceFilters emergencyId={emergencyId} {...address} />
          <Group pos="relative" gap="xs" data-no-print>
            {emergency.people > 8 && <ListSearch label={t`Search by name`} beside {...address} />}
            {isWide === false && <FilterButton emergency={emergency} state={state} {...address} />}
            <Button
              className={classes.changes ?? ''}
              data-none={changes === 0 || undefined}
              variant="light"
              onClick={() => {
                steadyList.show()
                pinned.show()
              }}
            >
              {t`${plural(changes, { one: `${changeCount} changed`, other: `${changeCount} changed` })} · show`}
            </Button>
          </Group>
          {isWide === false && search.map && map}
          <Text data-print-only fw={600}>
            {t`This is what was on the screen. To print everybody, choose Print in the menu.`}
          </Text>
          <div ref={listRef} tabIndex={-1} className={rowClasses.frame} {...hand.props} {...guard}>
            {pinned.rows.length > 0 && (
              <ul className="stack" aria-label={stateLabels.help}>
                {pinned.rows.map(it => (
                  <li key={it.row.id} data-card={it.row.id}>
                    {toRow(it)}
                  </li>
                ))}
              </ul>
            )}
            <List
              list={{
                ...list,
                // With who needs help, which stands above and would move it.
                rows: list.hasRows && !(pinsHelp && helpList.query.isPending) ? fold.rows : undefined,
                complete: list.complete || fold.isFolded,
                ...(fold.isFolded && { readOn: () => undefined }),
              }}
              total={isFiltered || searchText ? undefined : states[state]}
              label={stateLabels[state]}
              getKey={it => it.row.id}
              estimate={44}
              minColumn={1_000}
              gap={0}
              failure={t`Failed to load the list`}
              filters={readFilters(address, 'q', 'zone', 'place', 'answered', 'group', 'company')}
              emptyTexts={[t`Nobody matches`]}
              empty={
                fold.count > 0 ? null : (
                  <EmptyState icon={IconShieldCheck} {...emptyTexts(state, emergency)} />
                )
              }
            >
              {it => (
                <>
                  {headings.get(it.row.id) && <h2 className={classes.heading}>{headings.get(it.row.id)}</h2>}
                  {toRow(it)}
                </>
              )}
            </List>
            {fold.count > 0 && (
              <FoldButton
                isOpen={!fold.isFolded}
                count={
                  state === 'missing' && !isFiltered && !searchText ? emergency.missingUnknown : undefined
                }
                onToggle={fold.toggle}
              />
            )}
          </div>
          <UnlistedBadges count={emergency.unlistedBadges} />
          {markable.length > 0 && (
            <Text size="xs" c="dimmed" className={classes.keys ?? ''}>
              <Trans>
                <Kbd>J</Kbd> <Kbd>K</Kbd> move · <Kbd>Enter</Kbd> open · <Kbd>S</Kbd> safe · <Kbd>X</Kbd>{' '}
                select
              </Trans>
            </Text>
          )}
          <SelectionBar count={selected.length} onNone={selection.clear}>
            <Button
              color="green"
              icon={IconCheck}
              loading={marks.pending !== undefined}
              onClick={() => marks.mark(selected, 'safe')}
            >
              {t`Mark as safe`}
            </Button>
          </SelectionBar>
        </Stack>
      </section>
      {isWide && (
        <div className={classes.aside}>
          <BoardFilters emergency={emergency} state={state} {...address} />
          {map}
          <BoardPlaces emergency={emergency} state={state} {...address} />
          <WorkButtons entries={work} />
        </div>
      )}
      <PersonDrawer
        emergency={emergency}
        personId={details.openId}
        positions={positions}
        onClose={details.drawer.onClose}
        onShowOnMap={isWide ? undefined : () => onSearch({ map: true })}
      />
    </div>
  )
}

/** People are selected in their state, so that nobody who calls for help meanwhile is marked as safe with the others. */
const selectionKey = ({ id, state }: RollPerson) => `${id} ${state}`

type PeopleInput = Omit<
  NonNullable<Parameters<typeof orpc.emergencies.people.queryOptions>[0]['input']>,
  'emergencyId'
>

/** Reads the roll page by page; `rows` is empty and the same array while nothing is loaded. */
function usePeople(emergencyId: string, filter: PeopleInput, enabled = true) {
  const list = usePages(orpc.emergencies.people, { emergencyId, ...filter }, { enabled })
  // A person who moved in the order between two pages comes with both.
  const rows = useMemo(
    () => (list.rows && enabled ? [...new Map(list.rows.map(it => [it.id, it])).values()] : noPeople),
    [list.rows, enabled],
  )
  return { ...list, rows, hasRows: list.rows !== undefined }
}

/** Folds the badges that belong to nobody, which the server lists last, into one row, unless they are all that the list has. */
function useFoldedUnknown<Row extends { row: RollPerson }>(rows: readonly Row[], listKey: string) {
  const [openKey, setOpenKey] = useState<string>()
  const namedRows = useMemo(() => rows.filter(it => !it.row.isUnknown), [rows])
  const count = rows.length - namedRows.length
  const isFolded = count > 0 && namedRows.length > 0 && openKey !== listKey
  return {
    rows: isFolded ? namedRows : rows,
    /** The number of those that are loaded, none if they are not below others. */
    count: namedRows.length > 0 ? count : 0,
    isFolded,
    toggle: () => setOpenKey(isFolded ? listKey : undefined),
  }
}

type FoldProps = { isOpen: boolean; count: number | undefined; onToggle: () => void }

function FoldButton({ isOpen, count, onToggle }: FoldProps) {
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <UnstyledButton className={classes.fold ?? ''} aria-expanded={isOpen} onClick={onToggle}>
      {count === undefined
        ? t`Unknown badges`
        : t`${plural(count, { one: '# unknown badge', other: '# unknown badges' })}`}
      <Chevron size="1.25rem" aria-hidden />
    </UnstyledButton>
  )
}

/** Headings by person: without numbers if only some people are listed, none while those of an earlier filter are still listed. */
function findHeadings(
  people: readonly RollPerson[],
  { states, missingOffSite }: Pick<EmergencyDetail, 'states' | 'missingOffSite'>,
  { state, isFiltered, isPending }: { state: PersonState; isFiltered: boolean; isPending: boolean },
): ReadonlyMap<string, string> {
  const [first] = people
  if (state !== 'missing' || isPending || !first) return new Map()
  const firstOffSite = people.find(it => isCalledOffSite(it.why))
  // Not only once a page with people off the site is loaded, because a new heading above would move the list.
  const hasFirst = first !== firstOffSite && missingOffSite > 0 && !isFiltered
  const offSite = soughtHeading('off_site', isFiltered ? undefined : missingOffSite)
  return new Map([
    ...(hasFirst ? [[first.id, soughtHeading('missing', states.missing - missingOffSite)] as const] : []),
    ...(firstOffSite ? [[firstOffSite.id, offSite] as const] : []),
  ])
}

function emptyTexts(
  state: PersonState,
  { people, states, seesAll }: Pick<EmergencyDetail, 'people' | 'states' | 'seesAll'>,
): { title: string; text: string } {
  if (people === 0)
    return { title: t`Nobody is on the list`, text: t`Nobody was known to be there, so nobody was called.` }
  if (state === 'missing')
    return {
      title: t`Nobody is missing`,
      text:
        states.help > 0
          ? t`${plural(states.help, { one: '# person still needs help.', other: '# people still need help.' })}`
          : seesAll
            ? t`Everybody on the list is accounted for.`
            : t`Everybody you see is accounted for. Others are on the administrators’ list.`,
    }
  if (state === 'help') return { title: t`Nobody needs help`, text: t`Calls for help appear here at once.` }
  return { title: t`Nobody yet`, text: t`People appear here as they answer or are marked.` }
}

/** Opens the filters, and the numbers by assembly point and zone, where there is no room for them beside the list. */
function FilterButton(props: ComponentProps<typeof BoardFilters>) {
  const [isOpen, setIsOpen] = useState(false)
  const { group, company, answered, sort } = props.search
  const isSet = [group, company, answered, sort].some(it => it !== undefined)
  return (
    <>
      <Button variant={isSet ? 'light' : 'default'} icon={IconFilter} onClick={() => setIsOpen(true)}>
        {t`Filter`}
      </Button>
      <ResponsiveDialog opened={isOpen} onClose={() => setIsOpen(false)} title={t`Who is on the list`}>
        <Stack>
          <BoardFilters {...props} />
          <BoardPlaces
            {...props}
            onSearch={(...change) => {
              setIsOpen(false)
              props.onSearch(...change)
            }}
          />
        </Stack>
      </ResponsiveDialog>
    </>
  )
}
