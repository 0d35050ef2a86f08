import { t } from '@lingui/core/macro'
import { SegmentedControl, Stack } from '@mantine/core'
import type { CaptainEmergency, CaptainList } from '@muster/contract/captains.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { kindTitle } from '../../../ui/alarm/kind-words.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { FailedLine } from '../../../ui/states/failed-line.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import { TimeZoneNote } from '../../../ui/time/zone-clock.tsx'
import { useSeeHelp } from '../use-see-help.ts'
import { useWakeLock } from '../use-wake-lock.ts'
import classes from './captain.module.css'
import { CaptainHead } from './captain-head.tsx'
import { CaptainPeople } from './captain-people.tsx'
import { type CaptainProps, type CaptainTab, captainTabs } from './captain-search.ts'
import { PlaceSelect } from './place-select.tsx'
import { SweepList } from './sweep-list.tsx'
import { TeamList } from './team-list.tsx'
import type { useCaptainEmergencies } from './use-captain.ts'
import { useWaitingMarks } from './use-mark.ts'
import { usePlace } from './use-place.ts'
import { useSweepStates } from './use-sweep-states.ts'

type Props = CaptainProps & {
  emergency: CaptainEmergency
  others: readonly CaptainEmergency[]
  list: CaptainList | undefined
  /** The reading of the emergencies, which may have failed. */
  read: Pick<
    ReturnType<typeof useCaptainEmergencies>,
    'dataUpdatedAt' | 'isError' | 'error' | 'isFetching' | 'refetch'
  >
}

/** Milliseconds after which the list no longer counts as current: two reads were missed. */
const currentMs = 2.5 * 60_000

const toTitle = ({ kind, zoneName }: CaptainEmergency) => kindTitle(kind, zoneName)

export function CaptainDuring({ emergency, others, list, read, ...address }: Props) {
  const { search, onSearch } = address
  const { sweeps, teams, people } = emergency
  useWakeLock(true)
  useSeeHelp(
    emergency.id,
    people.some(it => it.state === 'help'),
    people,
  )
  const now = useNow()
  const isOld = read.isError || now - read.dataUpdatedAt > currentMs
  const tab = search.tab ?? 'people'
  const clearCount = formatCount(useSweepStates(emergency.id, sweeps).clearCount)
  const areaCount = formatCount(sweeps.length)
  const openTeams = teams.filter(it => it.endedAt === null).length
  const teamCount = formatCount(openTeams)
  const [place, choosePlace] = usePlace()
  const { getState } = useWaitingMarks(emergency.id)
  const title = toTitle(emergency)
  const labels: Record<CaptainTab, string> = {
    people: t`People`,
    areas: sweeps.length === 0 ? t`Areas` : t`Areas ${clearCount}/${areaCount}`,
    teams: openTeams === 0 ? t`Teams` : t`Teams ${teamCount}`,
  }
  const myZones = emergency.zones.map(it => it.id)
  const points = (list?.zones ?? []).filter(it => myZones.includes(it.id)).flatMap(it => it.points)
  return (
    <Page
      title={title}
      titleHidden
      toolbar={<CaptainHead emergency={emergency} title={title} getState={getState} {...address} />}
    >
      <Stack gap="xs">
        {others.length > 1 && (
          <Select
            label={t`Emergency`}
            data={others.map(it => {
              const title = toTitle(it)
              return { value: it.id, label: it.drill ? t`Drill: ${title}` : title }
            })}
            value={emergency.id}
            allowDeselect={false}
            onChange={chosen => chosen && onSearch({ emergency: chosen })}
          />
        )}
        {isOld && (
          <FailedLine
            text={t`Failed to load the list`}
            query={read}
            staleSince={new Date(read.dataUpdatedAt).toISOString()}
          />
        )}
        <div className={classes.tools}>
          <SegmentedControl
            fullWidth
            aria-label={t`Part of the list`}
            data={captainTabs.map(value => ({ value, label: labels[value] }))}
            value={tab}
            onChange={chosen =>
              onSearch({ tab: captainTabs.find(it => it === chosen && it !== 'people') }, { replace: true })
            }
          />
          {tab === 'people' && <PlaceSelect points={points} place={place} onChoose={choosePlace} />}
        </div>
        {tab === 'people' && <CaptainPeople emergency={emergency} place={place} {...address} />}
        {tab === 'areas' && <SweepList emergencyId={emergency.id} sweeps={sweeps} mayMark />}
        {tab === 'teams' && (
          <TeamList
            emergencyId={emergency.id}
            zones={emergency.zones}
            teams={teams}
            people={people}
            mayMark
          />
        )}
        <TimeZoneNote />
      </Stack>
    </Page>
  )
}
