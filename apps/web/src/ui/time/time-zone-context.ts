import { createContext } from 'react'

/** The IANA time zone in which times are shown, such as that of the zone whose emergency a board shows; undefined for the device's. */
export const TimeZoneContext = createContext<string | undefined>(undefined)
