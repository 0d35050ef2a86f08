/** The webhooks component used by the settings page. */
export { Webhooks } from './webhooks.tsx'
