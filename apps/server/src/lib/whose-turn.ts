import { AsyncLocalStorage } from 'node:async_hooks'

const whose = new AsyncLocalStorage<string>()

/** Runs `work` on the account of a person or an address: what it takes of something scarce is counted as theirs. */
export const onAccountOf = <T>(key: string, work: () => T): T => whose.run(key, work)

/** On whose account this runs; the server's own is the empty text. */
export const whoseTurn = (): string => whose.getStore() ?? ''
