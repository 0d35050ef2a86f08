import { useState } from 'react'
import { locator } from '../../lib/geolocation/locator.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'

/** Provides the user's own position for a form, read on request: the reading, or the reason why there is none. */
export function usePositionField() {
  const [reading, setReading] = useState<PositionReading>()
  const [problem, setProblem] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  return {
    reading,
    problem,
    isReading,
    clear: () => setReading(undefined),
    async read() {
      setIsReading(true)
      setProblem(undefined)
      const result = await locator.find('zone')
      if ('problem' in result) setProblem(result.problem)
      else setReading(result)
      setIsReading(false)
    },
  }
}
export type PositionField = ReturnType<typeof usePositionField>
