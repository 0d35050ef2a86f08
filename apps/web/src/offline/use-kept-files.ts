import { useSyncExternalStore } from 'react'
import { keptFiles } from './kept-files.ts'

/** The documents on this device, by id. */
export const useKeptFiles = () => useSyncExternalStore(keptFiles.subscribe, keptFiles.get)
