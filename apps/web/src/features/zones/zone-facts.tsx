import type { Zone } from '@muster/contract/zones.ts'
import { boundsOf } from '@muster/domain/geo/bounds.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import { type ReactNode, useId } from 'react'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import { formatPlace } from '../../lib/format-place.ts'
import { ZoneStatusBadge } from '../../ui/badges/zone-status-badge.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { Day } from '../../ui/time/day.tsx'
import classes from './zone-details.module.css'

/** A headed part of a zone's details. */
export function DetailBlock({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.block} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Status, capacity, dates and description. */
export function ZoneInformation({ zone }: { zone: Zone }) {
  const available =
    zone.maxCapacity === null
      ? 'Unlimited'
      : formatCount(Math.max(0, zone.maxCapacity - zone.currentOccupancy))
  return (
    <DetailBlock title="Zone Information">
      <dl className={classes.facts}>
        <dt>Status</dt>
        <dd>
          <ZoneStatusBadge status={zone.status} />
        </dd>
        <dt>Capacity</dt>
        <dd>
          {formatCapacity(zone.currentOccupancy, zone.maxCapacity)}{' '}
          <InsideSplit inside={zone.currentOccupancy} unseen={zone.unseenOccupancy} />
        </dd>
        <dt>Available</dt>
        <dd>{available}</dd>
        <dt>Created</dt>
        <dd>
          <Day at={zone.createdAt} />
        </dd>
        <dt>Updated</dt>
        <dd>
          <Day at={zone.updatedAt} />
        </dd>
        <dt>Description</dt>
        <dd>{zone.description ?? <span className={classes.quiet}>No description</span>}</dd>
      </dl>
    </DetailBlock>
  )
}

/** The point list of a polygon, or the corners of a box or circle. */
export function ZoneBoundaries({ zone: { shape } }: { zone: Pick<Zone, 'shape'> }) {
  if (shape.boundary === 'polygon') {
    return (
      <DetailBlock title="Zone Boundaries">
        <ol className={classes.points}>
          {shape.points.map((point, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the points of a zone have an order and no names
            <li key={place}>{formatPlace(point)}</li>
          ))}
        </ol>
      </DetailBlock>
    )
  }
  const { north, south, west, east } = boundsOf([shape.start, shape.end])
  const diagonal = diagonalMeters(shape.start, shape.end)
  const circle = shape.boundary === 'circle'
  return (
    <DetailBlock title="Zone Boundaries">
      <dl className={classes.facts}>
        <dt>Shape</dt>
        <dd>{circle ? 'Circle through both corners' : 'Box'}</dd>
        <dt>Northwest</dt>
        <dd>{formatPlace({ lat: north, lng: west })}</dd>
        <dt>Southeast</dt>
        <dd>{formatPlace({ lat: south, lng: east })}</dd>
        <dt>{circle ? 'Radius' : 'Diagonal'}</dt>
        <dd>{formatCount(circle ? diagonal / 2 : diagonal)} m</dd>
      </dl>
    </DetailBlock>
  )
}
