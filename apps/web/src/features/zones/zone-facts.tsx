import type { Zone } from '@muster/contract/zones.ts'
import { type ReactNode, useId } from 'react'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
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
