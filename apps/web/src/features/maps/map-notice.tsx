import { Button } from '@mantine/core'
import type { MapSettings } from '@muster/contract/maps.ts'
import { IconMap } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import classes from './map-settings.module.css'

/** Says, until a super admin has answered, whom the maps of a new installation ask, and offers to keep everything at home. */
export function MapNotice() {
  const { data } = useQuery(orpc.maps.settings.queryOptions())
  return data && !data.chosen ? <Notice settings={data} /> : null
}

function Notice({ settings }: { settings: MapSettings }) {
  const headingId = useId()
  const client = useQueryClient()
  const host = settings.hosts.map(it => new URL(it).host).join(', ')
  const asksPlaces = !settings.placeSearchFromEnvironment
  const answer = useAct({
    call: api.maps.update,
    onDone: next => client.setQueryData(orpc.maps.settings.queryKey(), next),
    done: ({ base }) => [
      base.kind === 'built_in' ? 'Maps stay at home' : 'Maps keep their streets',
      'Change it at any time in Map settings.',
    ],
    invalidates: [orpc.maps.base.key()],
  })
  const choose = (kind: 'openfreemap' | 'built_in') => {
    const placeSearch = kind === 'built_in' ? ('none' as const) : ('photon' as const)
    answer.mutate({ base: { kind }, ...(asksPlaces ? { placeSearch } : {}) })
  }
  return (
    <section className={classes.notice} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.noticeTitle}>
        <IconMap size="1.25rem" aria-hidden /> Maps show streets
      </h2>
      <p>
        Every browser that shows a map fetches the streets from {host}. That service sees the address of the
        browser and which area is looked at. It does not see who is signed in, zones or positions.
      </p>
      {asksPlaces && (
        <p>
          The search for places is off. Turned on, this server sends what is typed to photon.komoot.io, which
          sees the address of this server only.
        </p>
      )}
      {answer.isError && (
        <ProblemAlert>{errorText(answer.error, 'Failed to save the map settings')}</ProblemAlert>
      )}
      <div className={classes.noticeActions}>
        <Button
          loading={answer.isPending && answer.variables.base?.kind === 'openfreemap'}
          onClick={() => choose('openfreemap')}
        >
          {asksPlaces ? 'Keep streets and search places' : 'Keep streets'}
        </Button>
        <Button
          variant="default"
          loading={answer.isPending && answer.variables.base?.kind === 'built_in'}
          onClick={() => choose('built_in')}
        >
          Keep everything at home
        </Button>
        <a className={classes.noticeLink} href={`#${paths.mapSettings}`}>
          Map settings
        </a>
      </div>
    </section>
  )
}
