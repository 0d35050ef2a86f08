/** The exports of webhooks for other features. */
export { Webhooks } from './webhooks.tsx'
