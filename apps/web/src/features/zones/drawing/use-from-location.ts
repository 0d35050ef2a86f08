import { useEffect, useRef, useState } from 'react'
import { locator } from '../../../lib/geolocation/locator.ts'
import type { PositionReading } from '../../../lib/geolocation/reading.ts'
import { useWhileMounted } from '../../../lib/use-while-mounted.ts'

/** Reads the person's own position on request. `atOnce`: also on mount, without a click. `problem`: why the last attempt failed. */
export function useFromLocation(onLocate: (here: PositionReading) => void, atOnce = false) {
  const getSignal = useWhileMounted()
  const [isLocating, setIsLocating] = useState(false)
  const [problem, setProblem] = useState<string>()
  const locate = async () => {
    const signal = getSignal()
    setIsLocating(true)
    setProblem(undefined)
    const position = await locator.find('location', signal)
    if (signal.aborted) return
    setIsLocating(false)
    if ('problem' in position) setProblem(position.problem)
    else onLocate(position)
  }

  const hasStarted = useRef(false)
  useEffect(() => {
    if (!atOnce || hasStarted.current) return
    hasStarted.current = true
    void locate()
  })
  return { locate: () => void locate(), isLocating, problem }
}
