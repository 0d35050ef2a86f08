import { createContext } from 'react'
import type { FeedClient } from './feed-client.ts'

/** The feed of the session; null if nobody is signed in, and in tests of single components. */
export const FeedContext = createContext<FeedClient | null>(null)
