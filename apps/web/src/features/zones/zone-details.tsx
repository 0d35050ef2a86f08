import { Button } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './zone-details.module.css'
import { ZoneBoundaries, ZoneInformation } from './zone-facts.tsx'

type Props = {
  zone: Zone
  /** The live presence panel with its Check Location, for those who may see it. */
  presence?: ReactNode
}

/** The details of a zone beside the list. */
export function ZoneDetails({ zone, presence }: Props) {
  const navigate = useNavigate()
  return (
    <div className={classes.details}>
      {presence}
      <ZoneInformation zone={zone} />
      <ZoneBoundaries zone={zone} />
      <Button
        variant="default"
        onClick={() => void navigate({ to: '/zones/$zoneId', params: { zoneId: zone.id } })}
      >
        Open as a page
      </Button>
    </div>
  )
}
