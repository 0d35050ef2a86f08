import { useRef, useState } from 'react'
import { locator } from '../../lib/geolocation/locator.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'

type PendingReading = { settled: Promise<PositionReading | undefined>; skip: () => void }

/** Provides the user's own position for a form, read on request: the reading, or the reason why there is none. */
export function usePositionField() {
  const [reading, setReading] = useState<PositionReading>()
  const [problem, setProblem] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const [isAwaited, setIsAwaited] = useState(false)
  const pending = useRef<PendingReading>(undefined)
  return {
    reading,
    problem,
    isReading,
    isAwaited,
    clear: () => setReading(undefined),
    read() {
      setIsReading(true)
      setProblem(undefined)
      const { promise: skipped, resolve: skip } = Promise.withResolvers<undefined>()
      const newReading = locator.find('zone').then(result => {
        if ('problem' in result) setProblem(result.problem)
        else setReading(result)
        setIsReading(false)
        return 'problem' in result ? undefined : result
      })
      // An update that fails leaves the earlier reading.
      const settled = Promise.race([newReading, skipped]).then(it => it ?? reading)
      pending.current = { settled, skip: () => skip(undefined) }
    },
    /** Waits for a reading that is being taken, within the device's own limit. `isLacking`: the person asked for one and there is none. */
    async settle(): Promise<{ reading: PositionReading | undefined; isLacking: boolean }> {
      if (!isReading) return { reading, isLacking: !reading && problem !== undefined }
      setIsAwaited(true)
      const settled = await pending.current?.settled
      setIsAwaited(false)
      return { reading: settled, isLacking: !settled }
    },
    skip: () => pending.current?.skip(),
  }
}
export type PositionField = ReturnType<typeof usePositionField>
