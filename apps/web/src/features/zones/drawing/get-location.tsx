import { t } from '@lingui/core/macro'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { formatPosition } from '../../../lib/format-accuracy.ts'
import { locator } from '../../../lib/geolocation/locator.ts'
import type { PositionReading } from '../../../lib/geolocation/reading.ts'
import { useWhileMounted } from '../../../lib/use-while-mounted.ts'
import { Button } from '../../../ui/button.tsx'
import { notifyFailure } from '../../../ui/toast/notify-failure.ts'

type Props = { here: PositionReading | undefined; onLocate: (here: PositionReading) => void }

/** The listed zones show their distance from this position. */
export function GetLocation({ here, onLocate }: Props) {
  const place = here && formatPosition(here)
  const getSignal = useWhileMounted()
  const [isLocating, setIsLocating] = useState(false)
  const locate = async () => {
    const signal = getSignal()
    setIsLocating(true)
    const reading = await locator.find('location', signal)
    if (signal.aborted) return
    setIsLocating(false)
    if ('problem' in reading) notifyFailure(t`Failed to get your current location`, reading.problem)
    else onLocate(reading)
  }
  return (
    <>
      <span role="status">{place && t`You are at ${place}`}</span>
      <Button
        variant="default"
        icon={IconCurrentLocation}
        onClick={() => void (isLocating ? undefined : locate())}
        aria-disabled={isLocating}
        data-disabled={isLocating || undefined}
      >
        {isLocating ? t`Finding you…` : t`Get Location`}
      </Button>
    </>
  )
}
