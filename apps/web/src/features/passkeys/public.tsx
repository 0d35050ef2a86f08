/** What other features may show of passkeys. */
export { Passkeys } from './passkeys.tsx'
