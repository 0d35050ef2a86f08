import type { DeliveryOrder, WebhookQueue } from '../jobs/webhook-queue.ts'

/** Keeps the orders of deliveries in memory, where no jobs run. Nothing is delivered but what a test delivers. */
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
