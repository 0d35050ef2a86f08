import { AsyncLocalStorage } from 'node:async_hooks'

const whose = new AsyncLocalStorage<string>()

/** Runs `work` on the account of a person or an address: shared resources it uses count as theirs. */
export const onAccountOf = <T>(key: string, work: () => T): T => whose.run(key, work)

/** On whose account this runs; the server's own is the empty text. */
export const accountOfWork = (): string => whose.getStore() ?? ''
