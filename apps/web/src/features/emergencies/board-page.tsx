import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import type { EmergencyDetail, EmergencyPerson } from '@muster/contract/emergencies.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { isCalledOffSite, type PersonState } from '@muster/domain/emergency.ts'
import { IconArrowLeft, IconMap, IconMapOff, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { hasCode, isNotFound, toNextPageError } from '../../lib/error-text.ts'
import { formatList } from '../../lib/format-list.ts'
import { paths } from '../../lib/paths.ts'
import { readFilters } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { cursorPaging, usePages } from '../../lib/use-pages.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { AddPersonButton } from './add-person-button.tsx'
import { AllClearButton } from './all-clear-button.tsx'
import { AnsweredFilter } from './board/answered-filter.tsx'
import { BoardPlaces, PlaceFilters, unknownPlace } from './board/board-places.tsx'
import { MessageButton } from './board/message-button.tsx'
import { MissingMap } from './board/missing-map.tsx'
import { RespondersMenu } from './board/responders-menu.tsx'
import { SoundButton } from './board/sound-button.tsx'
import { useDeskAlarm } from './board/use-desk-alarm.ts'
import { useDeskMarks } from './board/use-desk-marks.ts'
import { useLastPositions } from './board/use-last-positions.ts'
import { BoardNumbers } from './board-numbers.tsx'
import { BoardSweepsAndTeams } from './captain/board-sweeps-and-teams.tsx'
import type { BoardProps } from './emergencies-search.ts'
import { EmergencyReport } from './emergency-report.tsx'
import { kindTitle, reasonCountText, soughtHeadings, stateLabels } from './emergency-words.ts'
import { PeopleApart } from './people-apart.tsx'
import { RollRow } from './roll-row.tsx'
import { useWakeLock } from './use-wake-lock.ts'

type Props = BoardProps & { emergencyId: string }

/** The board of an emergency: who is missing, who needs help and who is safe. */
export function BoardPage({ emergencyId, ...address }: Props) {
  const query = useQuery(orpc.emergencies.get.queryOptions({ input: { emergencyId } }))
  const { data: emergency, error } = query
  if (emergency) return <Board key={emergency.id} emergency={emergency} {...address} />
  return (
    <Page title={t`Emergency`} secondary={<BackToList />}>
      {!error && <ListSkeleton count={4} />}
      {error &&
        (isNotFound(error) ? (
          <NotAllowed title={t`This emergency no longer exists, or you can’t see it.`} />
        ) : hasCode(error, 'FORBIDDEN') ? (
          <NotAllowed title={t`Only people who manage one of these zones can see who is missing.`} />
        ) : (
          <ErrorState
            title={t`Failed to load the emergency`}
            text={toNextPageError(error)}
            error={error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ))}
    </Page>
  )
}

const BackToList = () => (
  <ActionIcon
    renderRoot={props => <Link {...props} to={paths.emergencies} />}
    variant="subtle"
    color="gray"
    size={44}
    aria-label={t`All emergencies`}
  >
    <IconArrowLeft size="1.25rem" aria-hidden />
  </ActionIcon>
)

/** Follows a zone of the emergency while the board is open. Administrators hear of all zones anyway. */
function ZoneFeed({ zoneId }: { zoneId: string }) {
  useFeedTopic(zoneTopic(zoneId))
  return null
}

function Board({ emergency, ...address }: BoardProps & { emergency: EmergencyDetail }) {
  const { kind, zoneName, drill, declaredAt, declaredBy, allClearAt, people, states } = emergency
  const { mayManage, mayEnd, zones, seesAll } = emergency
  const { search, onSearch } = address
  const { isZoneBound } = useSelectedZone()
  const isOpen = allClearAt === null
  useWakeLock(isOpen)
  useDeskMarks(emergency, isOpen)
  const sound = useDeskAlarm(emergency, isOpen)
  // Chosen once: a call for help must not exchange the list under a thumb that is about to mark somebody as safe.
  const [firstState] = useState<PersonState>(() => (states.help > 0 ? 'help' : 'missing'))
  const state = search.state ?? firstState
  return (
    <Page
      title={kindTitle(kind, zoneName)}
      subtitle={
        <>
          <RelativeTime at={declaredAt} form="since" /> · <span dir="auto">{declaredBy.name}</span>
        </>
      }
      secondary={
        <>
          <BackToList />
          {isOpen && <SoundButton state={sound.state} onTest={sound.test} />}
          <RespondersMenu emergency={emergency} />
          {mayManage && isOpen && <AddPersonButton emergency={emergency} />}
        </>
      }
      action={mayEnd && isOpen && <AllClearButton emergency={emergency} />}
    >
      <Stack>
        {isZoneBound && zones.map(({ id }) => <ZoneFeed key={id} zoneId={id} />)}
        {!seesAll && <Text size="sm">{limitedViewText(zones)}</Text>}
        <Group gap="xs">
          {drill && (
            <Tag tone="yellow">
              <Trans>Drill</Trans>
            </Tag>
          )}
          {allClearAt !== null && (
            <Tag tone="good" icon={IconShieldCheck}>
              <Trans>
                All clear <RelativeTime at={allClearAt} form="clock" />
              </Trans>
            </Tag>
          )}
          <Text size="sm" c="dimmed">
            {t`${plural(people, { one: '# person', other: '# people' })} on the list`}
            {emergency.reasons.length > 0 &&
              `: ${formatList(emergency.reasons.map(it => reasonCountText(it.why, it.people)))}`}
          </Text>
        </Group>
        <BoardNumbers
          states={states}
          chosen={state}
          onChoose={chosen =>
            onSearch({ state: chosen, place: undefined, answered: undefined }, { replace: true })
          }
        />
        <BoardPlaces emergency={emergency} state={state} {...address} />
        <BoardSweepsAndTeams
          emergencyId={emergency.id}
          zones={zones.filter(it => it.mayMark)}
          isOver={allClearAt !== null}
        />
        <Roll emergency={emergency} state={state} {...address} />
        <PeopleApart emergency={emergency} />
        {allClearAt !== null && <EmergencyReport emergency={emergency} />}
      </Stack>
    </Page>
  )
}

/** Says whose people the board leaves out. */
function limitedViewText(zones: EmergencyDetail['zones']): string {
  const zoneNames = formatList(zones.map(it => it.name))
  return zones.length === 0
    ? t`You see none of the people. Administrators have the list.`
    : t`You see the people of ${zoneNames}. Others are on the list of the administrators.`
}
const noPeople: readonly EmergencyPerson[] = []

type RollProps = BoardProps & { emergency: EmergencyDetail; state: PersonState }

function Roll({ emergency, state, ...address }: RollProps) {
  const { search, onSearch } = address
  const searchText = useDebouncedText(search.q?.trim())
  const { place } = search
  const answered = state === 'missing' ? search.answered : undefined
  const isSought = state === 'missing' || state === 'help'
  const isOpen = emergency.allClearAt === null
  const { positions } = useLastPositions(emergency.id, isOpen)
  const isFiltered = search.zone !== undefined || place !== undefined || answered !== undefined
  const list = usePages<EmergencyPerson>(
    orpc.emergencies.people.infiniteOptions({
      input: (cursor: string | undefined) => ({
        emergencyId: emergency.id,
        state,
        search: searchText || undefined,
        zoneId: search.zone,
        answered,
        place: place === undefined ? undefined : place === unknownPlace ? '' : place,
        cursor,
      }),
      ...cursorPaging,
    }),
  )
  const headings = findHeadings(list.rows ?? noPeople, emergency, {
    state,
    isFiltered: isFiltered || Boolean(searchText),
  })
  return (
    <section aria-label={stateLabels[state]}>
      <Stack gap="sm">
        <PlaceFilters emergencyId={emergency.id} {...address} />
        {emergency.people > 8 && <ListSearch label={t`Search by name`} {...address} />}
        {state === 'missing' && (
          <AnsweredFilter
            missing={emergency.states.missing}
            answered={emergency.answered ?? 0}
            value={answered}
            onChoose={value => onSearch({ answered: value }, { replace: true })}
          />
        )}
        {isSought && emergency.states[state] > 0 && (
          <Group gap="sm">
            {emergency.mayManage && isOpen && answered === undefined && (
              <MessageButton
                emergency={emergency}
                target={{ state, zoneId: search.zone, search: searchText || undefined }}
              />
            )}
            <Button
              variant="default"
              leftSection={
                search.map ? (
                  <IconMapOff size="1.125rem" aria-hidden />
                ) : (
                  <IconMap size="1.125rem" aria-hidden />
                )
              }
              onClick={() => onSearch({ map: search.map ? undefined : true, person: undefined })}
            >
              {search.map ? t`Hide map` : t`Show map`}
            </Button>
          </Group>
        )}
        {search.map && isSought && (
          <MissingMap
            emergency={emergency}
            positions={positions}
            people={list.rows ?? noPeople}
            chosen={search.person}
            onChoose={person => onSearch({ person }, { replace: true })}
          />
        )}
        <List
          list={list}
          total={isFiltered ? undefined : emergency.states[state]}
          label={stateLabels[state]}
          getKey={it => it.id}
          estimate={88}
          minColumn={1_000}
          failure={t`Failed to load the list`}
          filters={readFilters(address, 'q', 'zone', 'place', 'answered')}
          emptyTexts={[t`Nobody matches`]}
          empty={<EmptyState icon={IconShieldCheck} {...emptyTexts(state, emergency)} />}
        >
          {person => (
            <>
              {headings.get(person.id) && (
                <Text component="h2" fw={600} mb="xs">
                  {headings.get(person.id)}
                </Text>
              )}
              <RollRow
                person={person}
                emergency={emergency}
                position={positions.get(person.id)}
                onShowOnMap={() => onSearch({ map: true, person: person.id })}
              />
            </>
          )}
        </List>
      </Stack>
    </section>
  )
}

/** The headings above the first person of each part of the missing, by person; without numbers if only some people are listed. */
function findHeadings(
  people: readonly EmergencyPerson[],
  { states, missingOffSite }: Pick<EmergencyDetail, 'states' | 'missingOffSite'>,
  { state, isFiltered }: { state: PersonState; isFiltered: boolean },
): ReadonlyMap<string, string> {
  const firstOffSite = people.find(it => isCalledOffSite(it.why))
  if (state !== 'missing' || !firstOffSite) return new Map()
  const { offSite, missing } = soughtHeadings({ ...states, missingOffSite })
  const [first = firstOffSite] = people
  return new Map([
    ...(first === firstOffSite || isFiltered ? [] : [[first.id, missing] as const]),
    [firstOffSite.id, isFiltered ? t`Called, not on site` : offSite],
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
            : t`Everybody you see is accounted for. Others are on the list of the administrators.`,
    }
  if (state === 'help') return { title: t`Nobody needs help`, text: t`Calls for help appear here at once.` }
  return { title: t`Nobody yet`, text: t`People appear here as they answer or are marked.` }
}
