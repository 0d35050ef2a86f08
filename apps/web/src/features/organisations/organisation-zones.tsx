import { Button } from '@mantine/core'
import type { Organisation } from '@muster/contract/organisations.ts'
import type { ListedZone } from '@muster/contract/zones.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { MoveZoneDialog } from './organisation-dialogs.tsx'
import classes from './organisations.module.css'

type Props = { organisation: Organisation; mayMove: boolean }

/** The zones of the organisation; of a client admin, those they belong to. */
export function OrganisationZones({ organisation, mayMove }: Props) {
  const { id: organisationId } = organisation
  const [moving, setMoving] = useState<ListedZone>()
  const [isMoving, setIsMoving] = useState(false)
  const list = usePages<ListedZone>(
    orpc.organisations.zones.infiniteOptions({
      input: (cursor: string | undefined) => ({ organisationId, cursor, limit: 20 }),
      ...byCursor,
    }),
  )
  return (
    <section className={classes.block} aria-labelledby="organisation-zones">
      <h2 id="organisation-zones" className={classes.heading}>
        Zones
      </h2>
      {list.query.isPending && <ListSkeleton count={3} />}
      {list.failed && (
        <ErrorState title="Failed to load zones" onRetry={list.retry} retrying={list.retrying} />
      )}
      {list.rows?.length === 0 && <p className={classes.quiet}>No zones yet</p>}
      <ul className={classes.list} aria-label="Zones">
        {list.rows?.map(zone => (
          <li key={zone.id} className={classes.row}>
            <span className={classes.words}>
              <Link className={classes.link} to="/zones/$zoneId" params={{ zoneId: zone.id }}>
                <Name>{zone.name}</Name>
              </Link>
              <span className={classes.badges}>
                <StatusBadge status={zone.status} />
              </span>
            </span>
            {/* One that waits for approval is decided first. */}
            {mayMove && zone.status !== 'pending' && (
              <Button
                variant="default"
                aria-label={`Move ${zone.name}`}
                onClick={() => {
                  setMoving(zone)
                  setIsMoving(true)
                }}
              >
                Move
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore list={list} said={count => `${formatCount(count)} more zones`} />
      {moving && (
        <MoveZoneDialog
          key={moving.id}
          zone={moving}
          from={organisation}
          opened={isMoving}
          onClose={() => setIsMoving(false)}
        />
      )}
    </section>
  )
}
