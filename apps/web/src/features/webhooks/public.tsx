/** What other features may show of webhooks. */
export { Webhooks } from './webhooks.tsx'
