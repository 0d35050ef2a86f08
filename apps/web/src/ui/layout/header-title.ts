import { createContext } from 'react'

/** The title in the header above the page, so that the page need not repeat it where there is little room. */
export const HeaderTitle = createContext<string | undefined>(undefined)
