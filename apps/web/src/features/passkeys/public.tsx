/** The public interface of the passkeys feature. */
export { Passkeys } from './passkeys.tsx'
