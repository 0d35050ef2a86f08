import { boxAround } from '@muster/domain/geo/box-around.ts'
import { limits } from '@muster/domain/limits.ts'
import { ZoneMap } from '../../map/public.tsx'
import classes from './map-settings.module.css'

const shape = { boundary: 'rectangle' as const, ...boxAround(limits.mapDefaultCenter) }

/** How maps look now, as saved; and whom browsers ask because of it. */
export function MapPreview({ hosts }: { hosts: readonly string[] }) {
  return (
    <section className={classes.side} aria-labelledby="map-preview">
      <h2 id="map-preview" className={classes.heading}>
        As it is now
      </h2>
      <ZoneMap label="Map as it is set now" shape={shape} />
      <p className={classes.text}>
        {hosts.length === 0
          ? 'Browsers ask nobody but this server.'
          : `Browsers fetch from ${hosts.map(host => host.replace('https://', '')).join(', ')}, and the policy of pages opens nothing else.`}
      </p>
    </section>
  )
}
