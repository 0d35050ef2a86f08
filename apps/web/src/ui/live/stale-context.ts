import { createContext } from 'react'

/** True if the surrounding data may be outdated. Set by LiveScope and AgeGrey, reset by OverPage. */
export const StaleContext = createContext(false)
