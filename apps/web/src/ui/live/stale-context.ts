import { createContext } from 'react'

/** Whether what one renders may no longer be true: set by LiveScope and AgeGrey. */
export const Stale = createContext(false)
