import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { formatFound } from '../../lib/format-accuracy.ts'
import { locator } from '../../lib/geolocation/locator.ts'
import { useWhileMounted } from '../../lib/use-while-mounted.ts'
import { notify } from '../../ui/toast/notify.ts'

/** Asks the device where it is and keeps the answer beside the button. */
export function GetLocation() {
  const mounted = useWhileMounted()
  const [locating, setLocating] = useState(false)
  const [found, setFound] = useState<string>()
  const ask = async () => {
    const signal = mounted()
    setLocating(true)
    const place = await locator.find('location', signal)
    if (signal.aborted) return
    setLocating(false)
    if ('problem' in place) notify.error('Failed to get your current location', place.problem)
    else setFound(formatFound(place))
  }
  return (
    <>
      <span role="status">{found && `You are at ${found}`}</span>
      <Button
        variant="default"
        leftSection={<IconCurrentLocation size={18} aria-hidden />}
        onClick={() => void (locating ? undefined : ask())}
        aria-disabled={locating}
        data-disabled={locating || undefined}
      >
        {locating ? 'Finding you…' : 'Get Location'}
      </Button>
    </>
  )
}
