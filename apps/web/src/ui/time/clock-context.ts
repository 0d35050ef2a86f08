import { createContext } from 'react'
import { deviceClock } from '../../lib/format-time.ts'

export const ClockContext = createContext(deviceClock)
