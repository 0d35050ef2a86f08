import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, SimpleGrid } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Name } from '../../../ui/people/name.tsx'
import type { BoardProps, BoardSearch } from '../emergencies-search.ts'
import { stateLabels } from '../emergency-words.ts'
import classes from './board-places.module.css'

/** The name of the place where people are safe; empty stands for people of whom only that is known. */
const toPlaceName = (place: string): string => (place === '' ? t`Place not known` : place)

type Props = BoardProps & { emergency: Pick<EmergencyDetail, 'id' | 'kind'>; state: PersonState }
const zoneStates = ['help', 'missing', 'safe'] as const

/** The people by zone, if there are several, and by assembly point. Each number filters the list below. */
export function BoardPlaces({ emergency, state, search, onSearch }: Props) {
  const { data } = useQuery(orpc.emergencyBoard.places.queryOptions({ input: { emergencyId: emergency.id } }))
  const zones = data?.zones ?? []
  const places = data?.places ?? []
  const hasZones = zones.length > 1
  const hasPlaces = places.some(it => it.place !== '')
  if (!hasZones && !hasPlaces) return null
  // A second press of the same number shows everybody again.
  const choose = (changes: BoardSearch, isChosen: boolean) =>
    onSearch({ zone: undefined, place: undefined, ...(!isChosen && { answered: undefined, ...changes }) })
  return (
    <SimpleGrid minColWidth="min(100%, 18rem)" autoFlow="auto-fit" spacing="var(--m-gap)">
      {hasPlaces && (
        <Counts title={t`By assembly point`} heads={[stateLabels.safe]}>
          {places.map(({ place, safe }) => {
            const isChosen = search.place === (place || unknownPlace)
            const name = toPlaceName(place)
            return (
              <tr key={place} data-chosen={isChosen || undefined}>
                <th scope="row">
                  <Name>{name}</Name>
                </th>
                <td>
                  <Count
                    people={safe}
                    label={t`${name}: ${safe} safe`}
                    isChosen={isChosen}
                    onClick={() => choose({ state: 'safe', place: place || unknownPlace }, isChosen)}
                  />
                </td>
              </tr>
            )
          })}
        </Counts>
      )}
      {hasZones && (
        <Counts title={t`By zone`} heads={zoneStates.map(it => stateLabels[it])}>
          {zones.map(zone => {
            const { zoneId, zoneName } = zone
            const name = zoneName ?? t`Without a zone`
            return (
              <tr key={zoneId ?? 'none'}>
                <th scope="row">
                  <Name>{name}</Name>
                </th>
                {zoneStates.map(it => {
                  const isChosen = zoneId !== null && search.zone === zoneId && state === it
                  const people = zone[it]
                  const stateLabel = stateLabels[it]
                  return (
                    <td key={it} data-state={people > 0 ? it : undefined}>
                      {zoneId === null ? (
                        formatCount(people)
                      ) : (
                        <Count
                          people={people}
                          label={t`${name}, ${stateLabel}: ${people}`}
                          isChosen={isChosen}
                          onClick={() => choose({ state: it, zone: zoneId }, isChosen)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </Counts>
      )}
    </SimpleGrid>
  )
}

/** Stands in the address for people whose place is unknown, because an empty parameter is none. */
export const unknownPlace = '-'

type CountsProps = { title: string; heads: readonly string[]; children: ReactNode }

function Counts({ title, heads, children }: CountsProps) {
  return (
    <Panel p="sm" className={classes.panel ?? ''}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Panel>
  )
}

type CountProps = { people: number; label: string; isChosen: boolean; onClick: () => void }

const Count = ({ people, label, isChosen, onClick }: CountProps) => (
  <button
    type="button"
    className={classes.count}
    aria-label={label}
    aria-pressed={isChosen}
    onClick={onClick}
  >
    {formatCount(people)}
  </button>
)

type FilterProps = BoardProps & { emergencyId: string }

/** The filters by zone and place that are set, each with a button that removes it. */
export function PlaceFilters({ emergencyId, search, onSearch }: FilterProps) {
  const { data } = useQuery(orpc.emergencyBoard.places.queryOptions({ input: { emergencyId } }))
  const { zone, place } = search
  if (zone === undefined && place === undefined) return null
  const name =
    zone === undefined
      ? toPlaceName(place === unknownPlace ? '' : (place ?? ''))
      : (data?.zones.find(it => it.zoneId === zone)?.zoneName ?? t`one zone`)
  return (
    <Group gap="0 12px" role="status">
      <span>
        <Trans>
          Only <Name>{name}</Name>
        </Trans>
      </span>
      <button
        type="button"
        className={classes.clear}
        onClick={() => onSearch({ zone: undefined, place: undefined }, { replace: true })}
      >
        {t`Show everybody`}
      </button>
    </Group>
  )
}
