import { AsyncLocalStorage } from 'node:async_hooks'

const accountStorage = new AsyncLocalStorage<string>()

/** Runs `work` on the account of a person or an IP address, so that its use of shared resources counts towards that account. */
export const runOnAccount = <T>(key: string, work: () => T): T => accountStorage.run(key, work)

/** The account on whose behalf the current work runs; empty for the server's own work. */
export const getCurrentAccount = (): string => accountStorage.getStore() ?? ''
