import { AsyncLocalStorage } from 'node:async_hooks'

const whose = new AsyncLocalStorage<string>()

/** Runs `work` on the account of a person or an address, to which its use of shared resources is charged. */
export const onAccountOf = <T>(key: string, work: () => T): T => whose.run(key, work)

/** The account of the current work; empty for the server's own. */
export const accountOfWork = (): string => whose.getStore() ?? ''
