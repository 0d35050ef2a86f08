/** The passkeys component used by the settings page. */
export { Passkeys } from './passkeys.tsx'
