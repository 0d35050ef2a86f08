import { Anchor } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './zone-details.module.css'
import { ZoneBoundaries, ZoneInformation } from './zone-facts.tsx'

type Props = {
  zone: Zone
  /** The check of the signed-in person's position; nothing for those who only view. */
  check?: ReactNode
  /** The live presence panel, for those who may see it. */
  presence?: ReactNode
}

/** The details of a zone beside the list. */
export function ZoneDetails({ zone, check, presence }: Props) {
  return (
    <div className={classes.details}>
      {check}
      {presence}
      <ZoneInformation zone={zone} />
      <ZoneBoundaries zone={zone} />
      <Anchor component={Link} to={`/zones/${zone.id}`} underline="always">
        Open as a page
      </Anchor>
    </div>
  )
}
