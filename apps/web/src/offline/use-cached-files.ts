import { useSyncExternalStore } from 'react'
import { cachedFiles } from './cached-files.ts'

/** The documents stored on this device, by id. */
export const useCachedFiles = () => useSyncExternalStore(cachedFiles.subscribe, cachedFiles.get)
