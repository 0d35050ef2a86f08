/** The exports of passkeys for other features. */
export { Passkeys } from './passkeys.tsx'
