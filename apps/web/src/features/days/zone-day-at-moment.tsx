import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Zone } from '@muster/contract/zones.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import { IconMap, IconMapOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { spanOf } from '../../lib/dates.ts'
import { formatCount } from '../../lib/format-count.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
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

/** Who was inside at a moment of the day: the slider, everybody's bars, and for who may see it the map. */
export function ZoneDayAtMoment({ zone, date, told, isToday, tracks }: Props) {
  // Of today who is inside now; of another day the moment of most: at its end mostly nobody is.
  const [picked, setMoment] = useState<number>()
  const moment = picked ?? (isToday ? told.to - 1 : told.peak.at)
  const [q, setQ] = useState('')
  const [only, setOnly] = useState<'all' | 'inside'>('all')
  const [mapped, setMapped] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const inside = useMemo(() => told.people.filter(it => visitAt(it, moment)), [told, moment])
  const [rested] = useDebouncedValue(moment, restMs)
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
          <span>{formatCount(inside.length)} inside</span>
          <span className={classes.quiet}>{formatCount(told.people.length - inside.length)} not</span>
        </p>
        <ZoneDaySlider told={told} moment={moment} inside={inside.length} onMoment={setMoment} />
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
              leftSection={mapped ? <IconMapOff size={18} aria-hidden /> : <IconMap size={18} aria-hidden />}
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
              <ZoneDayRow
                person={person}
                from={told.from}
                to={told.to}
                now={visitAt(person, moment)}
                place={placeOfPerson.get(person.userId)}
                chosen={person.userId === chosen}
                dayOf={dayOf}
              />
            )}
          </VirtualGrid>
        )}
      </div>
    </div>
  )
}

const keyOf = ({ userId }: ZoneDayPerson) => userId
