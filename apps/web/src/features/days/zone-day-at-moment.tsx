import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue, useThrottledValue } from '@mantine/hooks'
import type { Zone } from '@muster/contract/zones.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import { IconMap, IconMapOff } from '@tabler/icons-react'
import { useContext, useMemo, useState } from 'react'
import { spanOf } from '../../lib/dates.ts'
import { formatCount } from '../../lib/format-count.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { Stale } from '../../ui/live/stale-context.ts'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { minuteOf } from './day-words.ts'
import classes from './days.module.css'
import { type ToldZoneDay, visitAt, type ZoneDayPerson } from './tell-zone-day.ts'
import { placeOf } from './time-slider.tsx'
import { useZoneDayPlaces, ZoneDayMap } from './zone-day-map.tsx'
import { ZoneDayRow } from './zone-day-row.tsx'
import { ZoneDaySlider } from './zone-day-slider.tsx'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  date: string
  told: ToldZoneDay
  isToday: boolean
  tracks: boolean
}

/** How long the slider rests, in ms, before it is asked where everybody was. */
const restMs = 300
/** How often it is asked again where everybody is, in ms, while the moment is now. */
const followMs = 5_000

/** Who was inside at a moment of the day: the slider, everybody's bars, and for who may see it the map. */
export function ZoneDayAtMoment({ zone, date, told, isToday, tracks }: Props) {
  // Of today who is inside now; of another day the moment of most: at its end mostly nobody is.
  const [picked, setMoment] = useState<number>()
  const follows = isToday && picked === undefined
  const isStale = useContext(Stale)
  const moment = picked ?? (isToday ? told.to - 1 : told.peak.at)
  const [q, setQ] = useState('')
  const [only, setOnly] = useState<'all' | 'inside'>('all')
  const [mapped, setMapped] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const inside = useMemo(() => told.people.filter(it => visitAt(it, moment)), [told, moment])
  const [settled] = useDebouncedValue(moment, restMs)
  const followed = useThrottledValue(moment, followMs)
  const rested = follows ? followed : settled
  const places = useZoneDayPlaces({ zoneId: zone.id, ...spanOf(date), moment: rested }, mapped)
  const placeOfPerson = useMemo(
    () => new Map(mapped ? places.data?.people.map(place => [place.userId, place]) : []),
    [mapped, places.data],
  )
  const shown = (only === 'inside' ? inside : told.people).filter(it => !q.trim() || isFoundBy(it.name, q))
  const dayOf = useMemo(() => (tracks ? { zone: zone.id, date } : undefined), [tracks, zone.id, date])
  return (
    <div className={classes.zoneDay} data-map={mapped || undefined}>
      <div className={classes.timeline}>
        <p className={classes.moment}>
          <strong className={classes.time}>{minuteOf(moment)}</strong>
          {follows && !isStale && <span className={classes.quiet}>now</span>}
          <span>{formatCount(inside.length)} inside</span>
          <span className={classes.quiet}>{formatCount(told.people.length - inside.length)} not</span>
        </p>
        <ZoneDaySlider
          told={told}
          moment={moment}
          inside={inside.length}
          // At its end the slider goes on with the day.
          onMoment={at => setMoment(isToday && at >= told.to - 1 ? undefined : at)}
        />
      </div>
      {mapped && (
        <div className={classes.beside}>
          <ZoneDayMap
            zone={zone}
            places={places}
            moment={rested}
            inside={inside.length}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      )}
      <div className={classes.visitors} style={{ '--at': placeOf(told)(moment) } as React.CSSProperties}>
        <search className={classes.tools}>
          <SearchField label="Search by name" value={q} onChange={setQ} />
          <SegmentedControl
            aria-label="Who is listed"
            value={only}
            onChange={value => setOnly(value === 'inside' ? 'inside' : 'all')}
            data={[
              { value: 'all', label: `All ${formatCount(told.people.length)}` },
              { value: 'inside', label: `Inside at ${minuteOf(moment)}` },
            ]}
          />
          {tracks && (
            <Button
              variant="default"
              leftSection={
                mapped ? <IconMapOff size="1.125rem" aria-hidden /> : <IconMap size="1.125rem" aria-hidden />
              }
              aria-expanded={mapped}
              onClick={() => setMapped(!mapped)}
            >
              {mapped ? 'Hide map' : 'Show map'}
            </Button>
          )}
        </search>
        {shown.length === 0 ? (
          <FilteredEmpty
            title={
              q.trim() ? 'Nobody who visited is called that' : `Nobody was inside at ${minuteOf(moment)}`
            }
            onClear={() => {
              setQ('')
              setOnly('all')
            }}
          />
        ) : (
          <VirtualGrid
            items={shown}
            keyOf={keyOf}
            estimate={108}
            minColumn={10_000}
            gap={4}
            label={only === 'inside' ? `Inside at ${minuteOf(moment)}` : 'Visitors of the day'}
          >
            {person => (
              <LiveTint value={isToday ? newestOf(person) : null}>
                <ZoneDayRow
                  person={person}
                  from={told.from}
                  to={told.to}
                  now={visitAt(person, moment)}
                  place={placeOfPerson.get(person.userId)}
                  chosen={person.userId === chosen}
                  dayOf={dayOf}
                />
              </LiveTint>
            )}
          </VirtualGrid>
        )}
      </div>
    </div>
  )
}

const keyOf = ({ userId }: ZoneDayPerson) => userId

/** What changes with their coming and going. */
const newestOf = ({ visits }: ZoneDayPerson) => visits.at(-1)?.exit ?? visits.length
