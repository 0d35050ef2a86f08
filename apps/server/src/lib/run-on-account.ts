import { AsyncLocalStorage } from 'node:async_hooks'

const whose = new AsyncLocalStorage<string>()

/** Runs `work` on the account of a person or an address: its use of shared resources counts as theirs. */
export const runOnAccount = <T>(key: string, work: () => T): T => whose.run(key, work)

/** The account this runs on; empty for the server's own. */
export const accountOfWork = (): string => whose.getStore() ?? ''
