import { plural, t } from '@lingui/core/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { EmergencyDetail, EmergencyPerson } from '@muster/contract/emergencies.ts'
import { isCalledOffSite, type PersonState } from '@muster/domain/emergency.ts'
import { IconMap, IconMapOff, IconShieldCheck } from '@tabler/icons-react'
import { orpc } from '../../../lib/api.ts'
import { readFilters } from '../../../lib/search-props.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { cursorPaging, usePages } from '../../../lib/use-pages.ts'
import { ListSearch } from '../../../ui/forms/search-field.tsx'
import { List } from '../../../ui/layout/list.tsx'
import { useIsPhone } from '../../../ui/layout/use-screen.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import type { BoardProps } from '../emergencies-search.ts'
import { soughtHeadings, stateLabels } from '../emergency-words.ts'
import { RollRow } from '../roll-row.tsx'
import { AnsweredFilter } from './answered-filter.tsx'
import { PlaceFilters, unknownPlace } from './board-places.tsx'
import { MessageButton, toMessageTarget } from './message-button.tsx'
import { MissingMap } from './missing-map.tsx'
import { useLastPositions } from './use-last-positions.ts'
import { useMarkFollowUp } from './use-mark-follow-up.ts'

type Props = BoardProps & { emergency: EmergencyDetail; state: PersonState }

const noPeople: readonly EmergencyPerson[] = []

/** The people in one state, with search, map and the message to them. On a phone, map and message are in the menu of the board. */
export function Roll({ emergency, state, ...address }: Props) {
  const { search, onSearch } = address
  const searchText = useDebouncedText(search.q?.trim())
  const isPhone = useIsPhone()
  const { place } = search
  const answered = state === 'missing' ? search.answered : undefined
  const isSought = state === 'missing' || state === 'help'
  const isOpen = emergency.allClearAt === null
  const { positions, read } = useLastPositions(emergency.id, isOpen)
  const target = toMessageTarget(emergency, state, { ...search, q: searchText })
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
    isPending: list.query.isPlaceholderData,
  })
  const { listRef, onMark } = useMarkFollowUp(list.rows ?? noPeople, emergency.states)
  const hasActs = isSought && emergency.states[state] > 0 && (!isPhone || search.map === true)
  const MapIcon = search.map ? IconMapOff : IconMap
  return (
    <section aria-label={stateLabels[state]}>
      <Stack gap="sm">
        <PlaceFilters emergencyId={emergency.id} {...address} />
        {state === 'missing' && (
          <AnsweredFilter
            missing={emergency.states.missing}
            answered={emergency.answered ?? 0}
            hasCounts={search.zone === undefined && !searchText}
            value={answered}
            onChoose={value => onSearch({ answered: value }, { replace: true })}
          />
        )}
        {(emergency.people > 8 || hasActs) && (
          <Group gap="sm">
            {emergency.people > 8 && <ListSearch label={t`Search by name`} {...address} />}
            {target && emergency.mayManage && isOpen && !isPhone && (
              <MessageButton emergency={emergency} target={target} />
            )}
            {hasActs && (
              <Button
                variant="default"
                leftSection={<MapIcon size="1.125rem" aria-hidden />}
                onClick={() => onSearch({ map: search.map ? undefined : true, person: undefined })}
              >
                {search.map ? t`Hide map` : t`Show map`}
              </Button>
            )}
          </Group>
        )}
        {search.map && isSought && (
          <MissingMap
            emergency={emergency}
            positions={positions}
            read={read}
            chosen={search.person}
            onChoose={person => onSearch({ person }, { replace: true })}
          />
        )}
        <div ref={listRef} tabIndex={-1} style={{ outline: 'none' }}>
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
                  onMark={(marked, isQueued) => onMark(person, marked, isQueued)}
                />
              </>
            )}
          </List>
        </div>
      </Stack>
    </section>
  )
}

/**
 * The headings above the first person of each part of the missing, by person; without numbers if only some people are listed, and none
 * while people of an earlier filter are still listed.
 */
function findHeadings(
  people: readonly EmergencyPerson[],
  { states, missingOffSite }: Pick<EmergencyDetail, 'states' | 'missingOffSite'>,
  { state, isFiltered, isPending }: { state: PersonState; isFiltered: boolean; isPending: boolean },
): ReadonlyMap<string, string> {
  const [first] = people
  if (state !== 'missing' || isPending || !first) return new Map()
  const firstOffSite = people.find(it => isCalledOffSite(it.why))
  const { offSite, missing } = soughtHeadings({ ...states, missingOffSite })
  // Not only once a page with people off the site is loaded, because a new heading above would move the list.
  const hasFirst = first !== firstOffSite && missingOffSite > 0 && !isFiltered
  return new Map([
    ...(hasFirst ? [[first.id, missing] as const] : []),
    ...(firstOffSite ? [[firstOffSite.id, isFiltered ? t`Called, not on site` : offSite] as const] : []),
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
