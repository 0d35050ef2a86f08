import type { DeliveryOrder, WebhookQueue } from '../jobs/webhook-queue.ts'

/** Collects orders of deliveries in memory where no job runner exists. Only a test itself delivers them. */
export function heldWebhookQueue(): WebhookQueue & { readonly orders: DeliveryOrder[] } {
  const orders: DeliveryOrder[] = []
  return {
    orders,
    isOpen: false,
    async add(added) {
      orders.push(...added)
    },
    onDelivery() {},
  }
}
