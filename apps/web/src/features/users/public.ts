/** What other features may use of the users. */
export { UserCodeShare } from './user-code-share.tsx'
