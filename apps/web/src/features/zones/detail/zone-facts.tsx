import type { Zone } from '@muster/contract/zones.ts'
import { type ReactNode, useId } from 'react'
import { formatCapacity, formatCount } from '../../../lib/format-count.ts'
import { ZoneStatusBadge } from '../../../ui/badges/zone-status-badge.tsx'
import { InsideSplit } from '../../../ui/people/inside-split.tsx'
import { Day } from '../../../ui/time/day.tsx'
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

type Props = { zone: Zone }

/** Status, capacity, created date and description: what the Zone Details dialog says. */
export function ZoneInformation({ zone }: Props) {
  return (
    <DetailBlock title="Zone Information">
      <dl className={classes.facts}>
        <dt>Status</dt>
        <dd>
          <ZoneStatusBadge status={zone.status} />
        </dd>
        {zone.organisation && (
          <>
            <dt>Organisation</dt>
            <dd dir="auto">{zone.organisation}</dd>
          </>
        )}
        <dt>Capacity</dt>
        <dd>
          {formatCapacity(zone.currentOccupancy, zone.maxCapacity)}{' '}
          <InsideSplit inside={zone.currentOccupancy} unseen={zone.unseenOccupancy} />
        </dd>
        <dt>Created</dt>
        <dd>
          <Day at={zone.createdAt} />
        </dd>
        <dt>Description</dt>
        <dd>
          <Description zone={zone} />
        </dd>
      </dl>
    </DetailBlock>
  )
}

/** How many are inside, how many may be, and how many more may come. */
export function ZoneCapacity({ zone }: Props) {
  const { currentOccupancy, maxCapacity } = zone
  return (
    <DetailBlock title="Capacity">
      <dl className={classes.facts}>
        <dt>Current</dt>
        <dd>
          {formatCount(currentOccupancy)}{' '}
          <InsideSplit inside={currentOccupancy} unseen={zone.unseenOccupancy} />
        </dd>
        <dt>Maximum</dt>
        <dd>{maxCapacity === null ? 'Unlimited' : formatCount(maxCapacity)}</dd>
        <dt>Available</dt>
        <dd>
          {maxCapacity === null ? 'Unlimited' : formatCount(Math.max(0, maxCapacity - currentOccupancy))}
        </dd>
      </dl>
    </DetailBlock>
  )
}

export function ZoneDates({ zone }: Props) {
  return (
    <DetailBlock title="Details">
      <dl className={classes.facts}>
        <dt>Created</dt>
        <dd>
          <Day at={zone.createdAt} />
        </dd>
        <dt>Updated</dt>
        <dd>
          <Day at={zone.updatedAt} />
        </dd>
      </dl>
    </DetailBlock>
  )
}

export function ZoneDescription({ zone }: Props) {
  return (
    <DetailBlock title="Description">
      <p>
        <Description zone={zone} />
      </p>
    </DetailBlock>
  )
}

const Description = ({ zone }: Props) =>
  zone.description ? (
    <span dir="auto">{zone.description}</span>
  ) : (
    <span className={classes.quiet}>No description</span>
  )
