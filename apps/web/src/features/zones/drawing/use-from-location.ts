import { useEffect, useRef, useState } from 'react'
import { locator } from '../../../lib/geolocation/locator.ts'
import type { PositionReading } from '../../../lib/geolocation/reading.ts'
import { useWhileMounted } from '../../../lib/use-while-mounted.ts'

/** `atOnce`: also on mount, without a click; `onLocate` is told which it was. `problem`: why the last attempt failed. */
export function useFromLocation(
  onLocate: (here: PositionReading, isRequested: boolean) => void,
  atOnce = false,
) {
  const getSignal = useWhileMounted()
  const [isLocating, setIsLocating] = useState(false)
  const [problem, setProblem] = useState<string>()
  // A reading takes seconds, in which the form changes.
  const latestOnLocate = useRef(onLocate)
  useEffect(() => {
    latestOnLocate.current = onLocate
  })
  const hasStarted = useRef(false)
  const locate = async (isRequested: boolean) => {
    hasStarted.current = true
    const signal = getSignal()
    setIsLocating(true)
    setProblem(undefined)
    const position = await locator.find('location', signal)
    if (signal.aborted) return
    setIsLocating(false)
    if ('problem' in position) setProblem(position.problem)
    else latestOnLocate.current(position, isRequested)
  }

  useEffect(() => {
    if (atOnce && !hasStarted.current) void locate(false)
  })
  return { locate: () => void locate(true), isLocating, problem }
}
