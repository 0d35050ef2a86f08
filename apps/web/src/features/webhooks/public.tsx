/** The public interface of the webhooks feature. */
export { Webhooks } from './webhooks.tsx'
