import { createContext } from 'react'
import { deviceClock } from '../../lib/format-time.ts'

/** The clock by which times are shown. */
export const ClockContext = createContext(deviceClock)
