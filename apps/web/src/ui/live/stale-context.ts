import { createContext } from 'react'

/** Whether what one renders may no longer be true: set by LiveFrame and AgeGrey. */
export const Stale = createContext(false)

/** What a frame around this place says already: the same words are not said twice. */
export const SaidStale = createContext<'age' | 'nothing' | undefined>(undefined)
