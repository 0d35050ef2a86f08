import { useSyncExternalStore } from 'react'
import { keptFiles } from './kept-files.ts'

/** The documents stored on this device, by id. */
export const useKeptFiles = () => useSyncExternalStore(keptFiles.subscribe, keptFiles.get)
